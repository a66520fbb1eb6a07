-- A referrer has at most 8 KiB, more than any server takes in an address, and like an
-- address no control characters, which a terminal or a spreadsheet could obey.
-- "Not valid" holds for new rows only: the migration after this one mends the others,
-- so that visitors need not wait meanwhile.
set local lock_timeout = '5s';

alter table public.waitlist
  drop constraint waitlist_referrer_check,
  add constraint waitlist_referrer_check check (
    case
      when octet_length(referrer) > 8192 then false
      else referrer !~ '[\u0001-\u001f\u007f-\u009f]'
    end
  ) not valid;

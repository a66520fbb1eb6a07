-- Rows from before the bound are kept, their referrers cut and cleaned.
set local lock_timeout = '5s';

update public.waitlist
set referrer = (
  select case
    -- A character has at most 4 octets.
    when octet_length(clean) > 8192 then left(clean, 2048)
    else clean
  end
  from regexp_replace(referrer, '[\u0001-\u001f\u007f-\u009f]', '', 'g') as clean
)
where octet_length(referrer) > 8192 or referrer ~ '[\u0001-\u001f\u007f-\u009f]';

alter table public.waitlist validate constraint waitlist_referrer_check;

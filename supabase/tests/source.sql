-- The source that the database reads from the referrer of each signup, whatever the referrer is.
begin;

create temporary table links (referrer text, source text) on commit drop;
insert into links values
  -- Which tags count
  (null, null), ('', null), ('https://x.example/', null), ('/?', null), ('/?&=&=&utm_source', null), ('/?fbclid=1', null),
  ('/?utm_source=news', 'news'), ('/?utm_medium=mail', '- / mail'), ('/?utm_campaign=may', '- / - / may'),
  ('/?utm_source=news&utm_campaign=may', 'news / - / may'),
  ('/?a&utm_campaign=may&utm_medium=mail&utm_source=news&utm_source=other', 'news / mail / may'), ('/?utm_medium=mail&utm_campaign=may&utm_medium=x&utm_campaign=x', '- / mail / may'),
  ('/?ref=hunt', 'hunt'), ('/?source=list', 'list'), ('/?ref=hunt&source=list', 'hunt'), ('/?source=list&ref=hunt', 'list'), ('/?ref=hunt&utm_medium=mail', 'hunt / mail'),
  ('/?ref=hunt&utm_source=news', 'news'), ('/?utm_source=&ref=hunt', 'hunt'), ('/?utm_source=%22.%22&ref=hunt', 'hunt'), ('/?ref=&source=list', 'list'),
  ('/?utm_source=&utm_source=news', 'news'), ('/?utm_source=+%20', null), ('/?utm_source=-', null),
  -- Where a tag begins and ends
  ('/?xutm_source=x', null), ('/?href=x', null), ('utm_source=x', null), ('/path-utm_source=x', null), ('/utm_source=x', null), ('/?a/utm_source=x', null), ('/?-ref=x', null),
  ('/?next=https%3A%2F%2Fx.example%2F%3Futm_source%3Dx%26ref%3Dx', null),
  ('/#utm_source=news&utm_medium=mail', 'news / mail'), ('/#join?utm_source=news#utm_medium=mail', 'news / mail'),
  ('/?utm_source=news?utm_medium=mail?fbclid=1', 'news / mail'), ('/?utm_source=news&amp;utm_medium=mail', 'news / mail'),
  ('/?utm_source=news;utm_medium=mail', 'news / mail'), ('/?utm_source=news;UTM_Medium=mail', 'news / mail'), ('/?utm_source=a=b', 'a=b'),
  -- How its name and its value may be written
  ('/?UTM_Source=NEWS&Utm_Medium=Mail', 'news / mail'), ('/?%20utm_source+=+news%20', 'news'), ('/?utm%5Fsource=n%65ws', 'news'),
  ('/?utm_source%3Dnews', 'news'), ('/?utm_source%3dnews&utm_medium=mail', 'news / mail'), ('/?utm_source%253Dnews', 'news'),
  ('/?utm_source%3Dnews%26utm_medium%3Dmail', 'news / mail'), ('/?utm_source%3Dnews%26utm_medium=mail', 'news / mail'),
  ('/?ref%3Dhunt%26ref%3Dlist%26source%3Dnews', 'hunt'), ('/?a%3Da%26ref%3Dhunt&ref=list', 'hunt'),
  ('/?utm_source=tomatoes+%26%20caf%C3%89%2b', E'tomatoes & caf\u00e9+'), ('/?utm_source=tomatoes%20%26%20cafe%CC%81%2B', E'tomatoes & caf\u00e9+'),
  ('/?utm_source=caf%25C3%25A9', E'caf\u00e9'), ('/?utm_source=caf%2525C3%2525A9', E'caf\u00e9'), ('/?utm_source=caf%E9', E'caf\u00e9'),
  (E'/?utm_source=caf\u00c9', E'caf\u00e9'), ('/?utm_source=%EF%BD%8E%45%77%73', 'news'),
  ('/?utm_source=100%', '100%'), ('/?utm_source=100%+off', '100% off'), ('/?utm_source=a%2', 'a%2'), ('/?utm_source=a%zz', 'a%zz'), ('/?utm_source=100%25', '100%'),
  ('/?utm_source=%ff', E'\u00ff'), ('/?utm_source=a%00b', 'a%00b'), ('/?utm_source=a%2500b', 'a%00b'), ('/?utm_source=%ED%A0%80a', E'\u00ed a'),
  -- What surrounds a link in a sentence
  ('/?utm_source=news/', 'news'), ('/?utm_source=news).', 'news'), ('/?utm_source="news"', 'news'), ('/?utm_source=%22news%22,', 'news'), ('/?utm_source=''news''!', 'news'),
  ('/?utm_source=%E2%80%9Cnews%E2%80%9D', 'news'), (E'/?utm_source=\u00abnews\u00bb\u2026', 'news'), ('/?utm_source=[news]', 'news'), ('/?utm_source=<news>:', 'news'),
  ('/?utm_source=*news*', 'news'), ('/?utm_source=_news_', 'news'), ('/?utm_source=news%3F', 'news'), ('/?utm_source=news%5C', 'news'), ('/?utm_source=(news&utm_medium=mail)', 'news / mail'),
  ('/?utm_source=may%C2%A0', 'may'), (E'/?utm_source=\u3000may\u1680\u2003.', 'may'), ('/?utm_source=a-b_c.d/e', 'a-b_c.d/e'),
  -- Brackets: those of the sentence go, and those of the tag stay
  ('/?utm_source=(newsletter).', 'newsletter'), ('/?utm_source=[(%22news%22)]', 'news'), (E'/?utm_source=\u300cnews\u300d', 'news'), ('/?utm_source=(n)', 'n'), ('/?utm_source={{}}', null),
  ('/?utm_campaign=Launch%20(01ABC)', '- / - / launch (01abc)'), ('/?utm_campaign=[Nov]%20Launch', '- / - / [nov] launch'), ('/?utm_source=(a)+b+[c].', '(a) b [c]'),
  ('/?utm_campaign=(Launch%20(01ABC)).', '- / - / launch (01abc)'), ('/?utm_campaign=Launch+(01ABC)&utm_medium=mail)', '- / mail / launch (01abc)'), ('/?utm_source=a+(b', 'a (b'), ('/?utm_source=b)+a', 'b) a'),
  -- E-mails
  ('/?utm_medium=a@x.example', '- / (an e-mail)'), ('/?ref=a@x.example', '(an e-mail)'), ('/?utm_source=to:+Ann+<a%40x.example>,+news', '(an e-mail)'),
  ('/?utm_campaign=a%2540x.example', '- / - / (an e-mail)'), ('/?utm_source=a%252525252540x.example', '(an e-mail)'), ('/?utm_source=a%EF%BC%A0x.example', '(an e-mail)'),
  ('/?utm_source=a%40x.example%ff', '(an e-mail)'), ('/?utm_source=a%40x.example%', '(an e-mail)'), ('/?utm_source=a%4%300x.example', '(an e-mail)'),
  (E'/?utm_source=a%4\u200b0x.example', '(an e-mail)'), ('/?utm_source%3Da%2540x.example', '(an e-mail)'),
  ('/?utm_source=a%2%3540x.example', '(an e-mail)'), ('/?utm_source=%EF%BD%81%EF%BC%A0%EF%BD%98%EF%BC%8Eexample', '(an e-mail)'), ('/?ref=a%40x%2Eexample', '(an e-mail)'),
  ('/?ref=ann@m%C3%BCller.%D1%80%D1%84', '(an e-mail)'), ('/?ref=ann@x.xn--p1ai', '(an e-mail)'), ('/?utm_source=see+@jane+or+ann@x.example', '(an e-mail)'),
  -- Handles, packages and what else has an @
  ('/?utm_source=@launchdarkly/mcp-server&utm_campaign=typescript', '@launchdarkly/mcp-server / - / typescript'), ('/?ref=@janedoe', '@janedoe'), ('/?ref=%2540janedoe.', '@janedoe'),
  ('/?ref=@janedoe.example', '@janedoe.example'), ('/?ref=ann@localhost', 'ann@localhost'), ('/?ref=typescript@5.4.2', 'typescript@5.4.2'), ('/?ref=cli@org/tool.js', 'cli@org/tool.js'),
  ('/?ref=https://threads.net/@jane.doe', 'https://threads.net/@jane.doe'),
  ('/?ref=you+@+x.example', 'you @ x.example'), ('/?ref=ann@home+or+x.example', 'ann@home or x.example'),
  -- 2,048 octets
  ('/?utm_source=' || repeat('x', 2035), repeat('x', 2035)), (repeat('?', 2048), null), ('/?ref=' || repeat('%', 2042), repeat('%', 2042)),
  ('/?ref=%' || repeat('25', 1020), '%'), (left(repeat('&ref=%ff', 256), 2048), E'\u00ff'), ('/?ref=' || repeat(E'\ufdfa', 680), repeat(normalize(E'\ufdfa', nfkc), 680));
-- Invisible characters, as they are and encoded
insert into links
select '/?utm_source=ne' || character || 'ws', 'news'
from string_to_table(E'\u00ad\u034f\u061c\u115f\u180e\u200b\u200e\u2028\u202e\u2060\u2066\ufe0f\ufeff\ufff9\U000e0041', null) as character
union all
select '/?utm_source=ne' || encoded || 'ws', 'news' from unnest(array['%0A', '%09', '%1b', '%7F', '%C2%85', '%C2%AD', '%E2%80%8B', '%25E2%2580%258B']) as encoded;

select plan(count(*)::integer + 2) from links;

-- As visitors with different IP addresses
create function pg_temp.sign_up(number bigint, referrer text) returns void language sql as $$
  select set_config('waitlist.has_signup', '', true), set_config('request.headers', format('{"x-forwarded-for": "10.0.0.%s"}', number), true);
  insert into public.waitlist (email, referrer) values (number || '@source.example', referrer);
$$;
delete from waitlist;
alter table links add number bigint generated always as identity;
grant select on links to anon;
set local role anon;
select lives_ok('select pg_temp.sign_up(number, referrer) from links', 'the public role may sign up with each referrer');
reset role;
select is(waitlist.source, links.source, left(coalesce(links.referrer, 'null'), 80))
from links left join waitlist on email = number || '@source.example';

-- The table refuses such a referrer, but only after the function has read it.
select is(private.read_source(repeat('x', 2048) || '?ref=hunt'), null, 'the function stops after 2,048 characters');

select * from finish();
rollback;

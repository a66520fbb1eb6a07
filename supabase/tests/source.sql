-- The source that a signup has by the tags in its referrer.
begin;
create temporary table links (referrer text, source text) on commit drop;
insert into links values
  -- Which tags count
  (null, null), ('', null), ('https://x.example/', null), ('/?fbclid=1', null), ('/?&=&=&utm_source', null),
  ('/?utm_source=news&utm_medium=mail&utm_campaign=may', 'news / mail / may'),
  ('/?utm_campaign=may&utm_medium=mail&utm_source=news', 'news / mail / may'),
  ('/?utm_source=news', 'news'), ('/?utm_medium=mail', '- / mail'), ('/?utm_campaign=may', '- / - / may'),
  ('/?utm_source=news&utm_campaign=may', 'news / - / may'),
  ('/?ref=hunt', 'hunt'), ('/?source=list', 'list'), ('/?source=list&ref=hunt', 'list'),
  ('/?ref=hunt&utm_source=news', 'news'), ('/?ref=hunt&utm_medium=mail', 'hunt / mail'),
  ('/?utm_source=&ref=hunt', 'hunt'), ('/?utm_source=news&utm_source=other', 'news'),
  ('/?href=x', null), ('/?xutm_source=x', null), ('/utm_source=x', null),
  ('/?next=%2F%3Futm_source%3Dx', null),
  -- Behind which signs
  ('/?a=1&utm_source=news&b=1', 'news'), ('/?utm_source=news&amp;utm_medium=mail&amp;b=1', 'news / mail'),
  ('/#utm_source=news', 'news'), ('/?utm_source=news#join', 'news'),
  ('/?utm_source=news?utm_medium=mail?b=1', 'news / mail'), ('/?utm_source=news;utm_medium=mail', 'news / mail'),
  -- How they are shown
  ('/?UTM_Source=NEWS', 'news'), ('/?utm_source=a=b', 'a=b'), ('/?utm_source=caf%C3%A9+%26', 'caf%c3%a9+%26'),
  ('/?utm_source=c--', 'c--'), ('/?utm_source=news/', 'news/'), ('/?utm_medium=-&utm_campaign=-may-', '- / - / -may-'),
  ('/?utm_source=-', null), ('/?utm_source=news&utm_medium=-', 'news'),
  -- 2,048 octets
  ('/?utm_source=' || repeat('X', 2035), repeat('x', 2035)), (repeat('?', 2048), null),
  ('/?ref=' || repeat(' / -', 510) || 'x', repeat(' / -', 510) || 'x');

select plan(count(*)::integer) from links;

alter table links add id integer generated always as identity;
insert into waitlist (email, referrer) select id || '@source.example', referrer from links;
select is(waitlist.source, links.source, left(coalesce(links.referrer, 'null'), 80))
from links join waitlist on email = links.id || '@source.example'
order by links.id;

select * from finish();
rollback;

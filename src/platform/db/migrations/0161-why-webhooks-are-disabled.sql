-- Why a webhook is disabled is written where it is disabled. Of those that are disabled already it is what their times say: a row that was never
-- failing was disabled by somebody, and one that had failed for five days was given up.

alter table webhooks add column disabled_reason text check (disabled_reason in ('gone', 'given_up', 'by_hand'));

update webhooks set disabled_reason = case
    when failing_since is null then 'by_hand'
    when disabled_at - failing_since >= interval '119 hours' then 'given_up'
    else 'gone'
  end
where disabled_at is not null;

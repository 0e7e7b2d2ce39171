-- Sessions that nobody finished are removed after a while. The figures of days stay as they are: beside them stands how much of what they tell is
-- gone, so that the doctor can still count.
alter table visit_figures
  add column removed_opened bigint not null default 0,
  add column removed_proved bigint not null default 0;

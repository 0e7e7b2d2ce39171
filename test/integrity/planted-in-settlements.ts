import { ofStep, type PlantedErrors } from './planted.ts'
import type { History } from './written-history.ts'

const closed = (date: string, { merchantId }: History): string =>
  `merchant_id = '${merchantId}' and id = (select id from settlements where merchant_id = '${merchantId}' and date = '${date}')`
const dayOf = (date: string, { merchantId }: History): string =>
  `(select id from settlements where merchant_id = '${merchantId}' and date = '${date}')`
const payout = ({ merchantId }: History): string =>
  `(select id from payouts where merchant_id = '${merchantId}' order by amount_minor desc limit 1)`
const last = ({ merchantId }: History): string =>
  `merchant_id = '${merchantId}' and number = (select max(number) from ledger_seals where merchant_id = '${merchantId}')`

export const plantedInSettlements: PlantedErrors = {
  'a changed amount of a settlement line': ({ refunded }) => ({
    sql: `update settlement_lines set amount_minor = amount_minor + 1 where ${ofStep(refunded, 3)}`,
    says: new RegExp(`^Payment ${refunded} of .* version 3: its amount is 100.00 AED, in its line 100.01 AED`),
  }),
  'a changed fee of a settlement line': ({ refunded }) => ({
    sql: `update settlement_lines set fee_minor = 0 where ${ofStep(refunded, 3)}`,
    says: new RegExp(`^Payment ${refunded} of .* version 3: its line comes to 99.70 AED, in the ledger to 93.70 AED`),
  }),
  'a changed order of a settlement line': ({ refunded }) => ({
    sql: `update settlement_lines set order_reference = 'other' where ${ofStep(refunded, 3)}`,
    says: new RegExp(`^Payment ${refunded} of .* version 3: its order reference is 1001, in its line other`),
  }),
  'a line that was moved to another day': (history) => ({
    sql: `update settlement_lines set settlement_id = ${dayOf('2026-03-02', history)} where ${ofStep(history.refunded, 3)}`,
    says: new RegExp(
      `^Payment ${history.refunded} of .* version 3 moved on 2026-03-01, and is settled on 2026-03-02, though a day from then on was open`,
    ),
  }),
  'a line that was moved to an earlier day': (history) => ({
    sql: `update settlement_lines set settlement_id = ${dayOf('2026-03-02', history)} where ${ofStep(history.refunded, 6)}`,
    says: new RegExp(`^Payment ${history.refunded} of .* it moved on 2026-03-03, and is settled on 2026-03-02`),
  }),
  'a line that was removed': ({ refunded }) => ({
    sql: `delete from settlement_lines where ${ofStep(refunded, 4)}`,
    says: new RegExp(`^Payment ${refunded} of .* the capture of version 4 is sealed, and in no settlement`),
  }),
  'a line of nothing': ({ refunded }) => ({
    sql: `update settlement_lines set version = 5 where ${ofStep(refunded, 4)}`,
    says: new RegExp(`^Payment ${refunded} of .* of version 5, which is no capture or refund`),
  }),
  'a changed sum of a settlement': (history) => ({
    sql: `update settlements set captures_minor = captures_minor + 1, net_minor = net_minor + 1 where ${closed('2026-03-02', history)}`,
    says: /^Settlement .* captures of 2026-03-02 is 20.01 AED, by its lines it is 20.00 AED/,
  }),
  'a settlement of another currency': (history) => ({
    sql: `update settlements set currency = 'SAR' where ${closed('2026-03-02', history)}`,
    says: /^Payment .* its line is in a settlement of another store, mode or currency/,
  }),
  'a settlement of no currency': (history) => ({
    sql: `update settlements set currency = 'XXX' where ${closed('2026-03-02', history)}`,
    says: /^Settlement .* it is of 2026-03-02, and ends at 2026-03-02T20:00:00.000Z, not a time that is not known/,
  }),
  'a settlement of another date': (history) => ({
    sql: `update settlements set date = '2026-03-07' where ${closed('2026-03-02', history)}`,
    says: /^Settlement .* it is of 2026-03-07, and ends at 2026-03-02T20:00:00.000Z, not 2026-03-07T20:00:00.000Z/,
  }),
  'a settlement that was removed': (history) => ({
    sql: `delete from settlements where ${closed('2026-03-03', history)}`,
    says: /^Settlement .* 2026-03-03 waits to be paid, and is not closed/,
  }),
  'a reopened settlement': (history) => ({
    sql: `update pending_settlements set state = 'open', due_at = now() where ${closed('2026-03-03', history)}`,
    says: /^Settlement .* 2026-03-03 is closed, and open again/,
  }),
  'a paid settlement that waits again': (history) => ({
    sql: `insert into pending_settlements (merchant_id, id, store_id, is_test, currency, date, state, due_at)
      select merchant_id, id, store_id, is_test, currency, date, 'closed', now() from settlements where ${closed('2026-03-02', history)}`,
    says: /^Settlement .* 2026-03-02 is in a payout, and is closed as if it were not paid/,
  }),
  'a settlement that nobody will pay': (history) => ({
    sql: `delete from pending_settlements where ${closed('2026-03-03', history)}`,
    says: /^Settlement .* 2026-03-03 is in no payout, and does not wait for one/,
  }),
  'a day that is to be closed a year late': ({ merchantId }) => ({
    sql: `update pending_settlements set due_at = due_at + interval '1 year' where merchant_id = '${merchantId}' and state = 'open'`,
    says: /^Settlement .* is open, and waits until .*, which is not its time/,
  }),
  'a closed day that is to be paid a minute late': (history) => ({
    sql: `update pending_settlements set state = 'closed', due_at = '2026-03-04T06:01:00Z' where ${closed('2026-03-03', history)}`,
    says: /^Settlement .* 2026-03-03 is closed, and waits until 2026-03-04T06:01:00.000Z, which is not its time/,
  }),
  'a changed amount of a payout': (history) => ({
    sql: `update payouts set amount_minor = amount_minor + 1 where id = ${payout(history)}`,
    says: /^Payout .* it pays 451.66 AED, its 1 settlements come to 451.65 AED/,
  }),
  'a settlement in another payout': (history) => ({
    sql: `update payout_settlements set payout_id = ${payout(history)} where settlement_id = ${dayOf('2026-03-02', history)}`,
    says: /^Payout .* it pays 451.65 AED, its 2 settlements come to 469.55 AED/,
  }),
  'a settlement in two payouts': (history) => ({
    sql: `alter table payout_settlements drop constraint payout_settlements_pkey;
      insert into payout_settlements (merchant_id, settlement_id, payout_id)
      values ('${history.merchantId}', ${dayOf('2026-03-02', history)}, ${payout(history)})`,
    says: /^Settlement .* 2026-03-02 is in 2 payouts/,
    undo: 'alter table payout_settlements add primary key (merchant_id, settlement_id)',
  }),
  'a payout that was paid twice': (history) => ({
    sql: `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
      select merchant_id, source_id, 2, account, cause, currency, amount_minor, at from ledger_entries where source_id = ${payout(history)}`,
    says: /^Payout .* it is paid at .*, of 451.65 AED, and the ledger has of it .*, .*, .*, /,
  }),
  'a payout that is not paid any more': (history) => ({
    sql: `update payouts set state = 'pending', paid_at = null where id = ${payout(history)}`,
    says: /^Payout .* it is pending, of 451.65 AED, and the ledger has of it /,
  }),
  'a payout that was removed': (history) => ({
    sql: `delete from payouts where id = ${payout(history)}`,
    says: /^Store .* its live settlements \(main\) come to 128.45 AED, its payouts to 17.90 AED, and -341.10 AED wait/,
  }),
  'a changed seal': (history) => ({
    sql: `update ledger_seals set hash = sha256(hash) where ${last(history)}`,
    says: /^Seal 6 of .* it does not fit its entries: they were changed, or it was/,
  }),
  'a forked seal': ({ merchantId }) => ({
    sql: `update ledger_seals as seal set previous_hash = before.previous_hash from ledger_seals as before
      where seal.merchant_id = '${merchantId}' and before.merchant_id = seal.merchant_id and seal.number = 4 and before.number = 3`,
    says: /^Seal 4 of .* it follows on the same seal as 3: the chain forks/,
  }),
  'a seal that was taken out': ({ merchantId }) => ({
    sql: `delete from ledger_seals where merchant_id = '${merchantId}' and number = 3`,
    says: /^Seal 4 of .* before it there is no seal 3$/,
  }),
  'an end that was cut off': ({ merchantId }) => ({
    sql: `delete from ledger_seals where merchant_id = '${merchantId}' and number >= 5`,
    says: /^Settlement .* it was closed at seal 5, which its merchant's chain has not: its end was cut off/,
  }),
  'entries that were sealed by a seal that is gone': (history) => ({
    sql: `delete from ledger_seals where ${last(history)}`,
    says: /^Entries .* 6 of version 3 are sealed by nothing, and nothing waits to seal them/,
  }),
  'entries that nobody will seal': ({ latest }) => ({
    sql: `delete from unsealed_entries where source_id = '${latest}' and version = 2`,
    says: new RegExp(`^Entries ${latest} of .* 2 of version 2 are sealed by nothing, and nothing waits to seal them`),
  }),
  'entries that wait and are none': ({ latest }) => ({
    sql: `insert into unsealed_entries (merchant_id, source_id, version) select merchant_id, source_id, 9 from unsealed_entries
      where source_id = '${latest}' and version = 2`,
    says: new RegExp(`^Entries ${latest} of .* version 9 waits to be sealed, and has none`),
  }),
  'sealed entries that wait again': ({ refunded, merchantId }) => ({
    sql: `insert into unsealed_entries (merchant_id, source_id, version) values ('${merchantId}', '${refunded}', 3)`,
    says: new RegExp(`^Payment ${refunded} of .* the capture of version 3 is not sealed yet, and in settlement`),
  }),
}

import { ofEntry, ofStep, type PlantedErrors } from './planted.ts'
import type { History } from './written-history.ts'

const returned = ({ refunded }: History): string =>
  `(select id from returns where payment_id = '${refunded}' and amount_minor = 4500)`

/** Timeline and ledger agree with each other on it. */
const changeVatOfRefund = ({ refunded }: History, minor: number): string =>
  `update payment_timeline set fee_vat_minor = -${minor} where ${ofStep(refunded, 6)};
   update ledger_entries set amount_minor = sign(amount_minor) * ${minor} where ${ofEntry(refunded, 6, 'fee_vat')}`

// Of the payment that was refunded: version 3 and 4 are captures of 100.00 (fee 6.00, VAT 0.30) and 240.00, 5 collects
// 85.00, 6 refunds 300.00.
export const plantedInPayments: PlantedErrors = {
  'a changed amount of an entry': ({ refunded }) => ({
    sql: `update ledger_entries set amount_minor = amount_minor + sign(amount_minor) where ${ofEntry(refunded, 3, 'capture')}`,
    says: new RegExp(`^Payment ${refunded} of .* capture of version 3 is 100.00 AED, in the ledger it is 100.01 AED`),
  }),
  'one side of an entry': ({ refunded }) => ({
    sql: `update ledger_entries set amount_minor = amount_minor + 1 where ${ofEntry(refunded, 3, 'capture')} and account = 'customer'`,
    says: new RegExp(`^Payment ${refunded} of .* entries of version 3 sum to 0.01 AED and not to 0`),
  }),
  'a changed sum of a payment': ({ refunded }) => ({
    sql: `update payments set refunded_minor = refunded_minor - 1 where id = '${refunded}'`,
    says: new RegExp(`^Payment ${refunded} of .* refunded is 299.99 AED, by the ledger it is 300.00 AED`),
  }),
  'a deleted entry': ({ refunded }) => ({
    sql: `delete from ledger_entries where ${ofEntry(refunded, 4, 'fee_vat')}`,
    says: /^Seal \d+ of .* it sealed \d+ entries, and there are \d+ of them/,
  }),
  'deleted entries of a fee': ({ refunded }) => ({
    sql: `delete from ledger_entries where ${ofEntry(refunded, 4, 'fee')}`,
    says: new RegExp(`^Payment ${refunded} of .* fee of version 4 is 12.00 AED, in the ledger it is 0.00 AED`),
  }),
  'an added pair of entries': ({ refunded, merchantId }) => ({
    sql: `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
      select '${merchantId}', '${refunded}', 3, account, 'payout', 'AED', minor, now()
      from (values ('merchant', 5), ('merchant_paid_out', -5)) as entry (account, minor)`,
    says: new RegExp(
      `^Payment ${refunded} of .* version 3 is a capture and posts no such payout: merchant_payable 0.05 AED`,
    ),
  }),
  'entries of a version that there is not': ({ refunded, merchantId }) => ({
    sql: `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
      select '${merchantId}', '${refunded}', 99, account, 'refund', 'AED', minor, now()
      from (values ('merchant', 5), ('customer', -5)) as entry (account, minor)`,
    says: new RegExp(`^Payment ${refunded} of .* entries of a version 99, and no such version`),
  }),
  'entries of nothing': ({ merchantId }) => ({
    sql: `insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
      select '${merchantId}', 'aaaaaaaa-0000-4000-8000-000000000000', 1, account, 'payout', 'AED', minor, now()
      from (values ('merchant', 5), ('merchant_paid_out', -5)) as entry (account, minor)`,
    says: /^Entries aaaaaaaa-0000-4000-8000-000000000000 of .* 2 are of no payment, return or payout/,
  }),
  'an entry in a wrong currency': ({ refunded }) => ({
    sql: `update ledger_entries set currency = 'SAR' where ${ofEntry(refunded, 3, 'capture')}`,
    says: new RegExp(`^Payment ${refunded} of .* a ledger entry is in another currency`),
  }),
  'an entry that is a microsecond older': ({ refunded }) => ({
    sql: `update ledger_entries set at = at - interval '1 microsecond' where ${ofEntry(refunded, 3, 'capture')}`,
    says: /^Seal \d+ of .* it does not fit its entries/,
  }),
  'a step of a timeline that is dated otherwise': ({ refunded }) => ({
    sql: `update payment_timeline set at = at + interval '1 microsecond' where ${ofStep(refunded, 5)}`,
    says: new RegExp(`^Payment ${refunded} of .* version 5 is dated .*000001.*, its installment in the ledger`),
  }),
  'a payment that was closed at another time': ({ refunded }) => ({
    sql: `update payments set closed_at = closed_at - interval '1 day' where id = '${refunded}'`,
    says: new RegExp(
      `^Payment ${refunded} of .* its closing is dated 2026-02-28T10:00:00.000Z, by the timeline 2026-03-01T10:00`,
    ),
  }),
  'a changed fee': ({ refunded }) => ({
    sql: `update payment_timeline set fee_minor = fee_minor + 1 where ${ofStep(refunded, 4)}`,
    says: new RegExp(
      `^Payment ${refunded} of .* fee of the capture of version 4 is 12.01 AED, by its rates it is 12.00 AED`,
    ),
  }),
  'a changed fee rate': ({ refunded }) => ({
    sql: `update payment_timeline set fee_rates = '{"percent":400,"fixed_minor":"100","vat_percent":500,"refund":"percent"}'
      where ${ofStep(refunded, 3)}`,
    says: new RegExp(
      `^Payment ${refunded} of .* fee of the capture of version 3 is 6.00 AED, by its rates it is 5.00 AED`,
    ),
  }),
  'rates that are none': ({ refunded }) => ({
    sql: `update payment_timeline set fee_rates = '{"percent":"much"}' where ${ofStep(refunded, 3)}`,
    says: new RegExp(
      `^Payment ${refunded} of .* capture of version 3 has a part of a fee, its VAT and their rates, and not all`,
    ),
  }),
  'a fee and its entries that were changed alike': ({ refunded }) => ({
    sql: `update payment_timeline set fee_minor = fee_minor + 1 where ${ofStep(refunded, 6)};
      update ledger_entries set amount_minor = amount_minor - sign(amount_minor) where ${ofEntry(refunded, 6, 'fee')}`,
    says: new RegExp(
      `^Payment ${refunded} of .* fee of the refund of version 6 is -14.99 AED, by its rates it is -15.00 AED`,
    ),
  }),
  'a changed VAT': ({ refunded }) => ({
    sql: `update payment_timeline set fee_vat_minor = 31 where ${ofStep(refunded, 3)}`,
    says: new RegExp(
      `^Payment ${refunded} of .* VAT of the capture of version 3 is 0.31 AED, by its rates it is 0.30 AED`,
    ),
  }),
  'VAT that a refund gave back in excess': (history) => ({
    sql: changeVatOfRefund(history, 95),
    says: new RegExp(`^Payment ${history.refunded} of .* the ledger gave back 0.95 AED of VAT and charged 0.90 AED`),
  }),
  'VAT that is not the share of the fees that are left': (history) => ({
    sql: changeVatOfRefund(history, 74),
    says: new RegExp(
      `^Payment ${history.refunded} of .* the ledger has 0.16 AED of VAT on fees of 3.00 AED, which is not 5 % of them`,
    ),
  }),
  'fees that a refund gave back in excess': ({ refunded }) => ({
    sql: `update payment_timeline set fee_minor = -1801 where ${ofStep(refunded, 6)};
      update ledger_entries set amount_minor = sign(amount_minor) * 1801 where ${ofEntry(refunded, 6, 'fee')}`,
    says: new RegExp(`^Payment ${refunded} of .* the ledger gave back 18.01 AED of fees and charged 18.00 AED`),
  }),
  'a fee that nothing tells of any more': ({ refunded }) => ({
    sql: `update payment_timeline set fee_minor = null, fee_fixed_minor = null, fee_vat_minor = null, fee_rates = null
      where ${ofStep(refunded, 3)}`,
    says: new RegExp(`^Payment ${refunded} of .* fee of version 3 is 0.00 AED, in the ledger it is 6.00 AED`),
  }),
  'a doubled charge': ({ refunded }) => ({
    sql: `insert into charges select (json_populate_record(charge, json_build_object('id', gen_random_uuid(), 'session_id', null))).*
      from charges as charge where payment_id = '${refunded}' and kind = 'early'`,
    says: new RegExp(
      `^Payment ${refunded} of .* cards were charged 85.00 AED, 85.00 AED, 85.00 AED, the ledger has collected 85.00 AED, 85.00 AED`,
    ),
  }),
  'a charge of another amount': ({ refunded }) => ({
    sql: `update charges set amount_minor = 8400 where payment_id = '${refunded}' and kind = 'early'`,
    says: new RegExp(`^Plan ${refunded} of .* paid is 40.00 AED, by charges and returns it is 39.00 AED`),
  }),
  'a charge in another currency': ({ refunded }) => ({
    sql: `update charges set currency = 'SAR' where payment_id = '${refunded}'`,
    says: new RegExp(`^Plan ${refunded} of .* is in another currency`),
  }),
  'a missing return': (history) => ({
    sql: `delete from returns where id = ${returned(history)}`,
    says: new RegExp(
      `^Payment ${history.refunded} of .* version 6 sends 130.00 AED back to cards, its returns are 85.00 AED`,
    ),
  }),
  'a return that is not confirmed any more': (history) => ({
    sql: `update returns set state = 'waiting', resolve_at = now() where id = ${returned(history)}`,
    says: /^Return .* it is waiting, of 45.00 AED, and the ledger has of it .*refunds_payable 45.00 AED/,
  }),
  'a return that is confirmed, and was not': ({ latest }) => ({
    sql: `update returns set state = 'confirmed', settled_at = now(), resolve_at = null where payment_id = '${latest}'`,
    says: /^Return .* it is confirmed, of 12.50 AED, and the ledger has of it nothing/,
  }),
  'a return that failed, and is waiting again': ({ stuck, merchantId }) => ({
    sql: `update returns set state = 'waiting', resolve_at = now() where payment_id = '${stuck}'`,
    says: new RegExp(
      `^The ledger of merchant ${merchantId}: it owes 12.50 AED to cards .*, the returns that wait sum to 35.00 AED`,
    ),
  }),
  'a return that did not fail': ({ stuck }) => ({
    sql: `update returns set state = 'confirmed' where payment_id = '${stuck}'`,
    says: new RegExp(`^Payment ${stuck} of .* returns that failed: none, in the ledger: 22.50 AED`),
  }),
  'a confirmed return that failed, and was not reversed': (history) => ({
    sql: `update returns set state = 'failed' where id = ${returned(history)}`,
    says: /^Return .* it is failed, of 45.00 AED, and the ledger has of it .*refunds_payable 45.00 AED/,
  }),
  'more sent back than was charged': (history) => ({
    sql: `update returns set charge_id = (select charge_id from returns where payment_id = '${history.refunded}' and amount_minor = 8500)
      where id = ${returned(history)}`,
    says: new RegExp(`^Plan ${history.refunded} of .* held 85.00 AED, and 130.00 AED went back`),
  }),
  'a hold of a dispute that was removed': ({ disputed }) => ({
    sql: `update payments set dispute_id = null where id = '${disputed}'`,
    says: new RegExp(`^Dispute .* it is new, and payment ${disputed} is held by no dispute`),
  }),
  'a hold of no dispute': ({ refunded }) => ({
    sql: `update payments set dispute_id = 'aaaaaaaa-0000-4000-8000-000000000000' where id = '${refunded}'`,
    says: new RegExp(`^Payment ${refunded} of .* held back by dispute aaaaaaaa-.*, which it has not`),
  }),
  'a dispute that ended, and still holds': ({ disputed }) => ({
    sql: `update disputes set status = 'declined', due_at = null where payment_id = '${disputed}'`,
    says: new RegExp(`^Dispute .* it is declined, and still holds back refunds of payment ${disputed}`),
  }),
  'a refunded dispute of another amount': ({ approved }) => ({
    sql: `update disputes set amount_minor = 5999 where payment_id = '${approved}'`,
    says: new RegExp(`^Dispute .* about 59.99 AED, and payment ${approved} refunded 60.00 AED for it`),
  }),
  'a refund of a dispute that there is not': ({ approved }) => ({
    sql: `delete from disputes where payment_id = '${approved}'`,
    says: new RegExp(`^Payment ${approved} of .* 60.00 AED were refunded by dispute-.*, and it has no such dispute`),
  }),
}

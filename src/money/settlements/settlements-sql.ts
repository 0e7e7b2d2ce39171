import type { OwnerFunction } from '../../platform/db/service-role.ts'
import { planForCitus } from '../../platform/db/sharding/distribution.ts'
import { chainVariables, remakeChain, removeEntries } from '../ledger/seals-sql.ts'

/**
 * Removes the entries and settlement lines of these payments and returns of a merchant. The caller has locked the
 * merchant's ledger.
 */
const removePosted: OwnerFunction = {
  name: 'sandbox_remove_posted',
  parameters: 'of_merchant uuid, of_sources uuid[]',
  language: 'sql',
  body: `
  ${removeEntries('of_merchant', 'of_sources')}
  delete from settlement_lines as line where line.merchant_id = of_merchant and line.payment_id = any(of_sources);
  select true;
`,
}

/**
 * Removes the empty days and payouts of a merchant's mode, and seals its ledger again. A closed day of the other
 * mode has a seal of the old chain: it gets the matching seal of the new chain.
 */
const remakeBooks: OwnerFunction = {
  name: 'sandbox_remake_books',
  parameters: 'of_merchant uuid, of_test boolean',
  language: 'plpgsql',
  body: `
declare
  gone uuid[];
  ${chainVariables}
begin
  ${planForCitus}
  gone := array(
    select day.id from pending_settlements as day where day.merchant_id = of_merchant and day.is_test = of_test
    union
    select day.id from settlements as day where day.merchant_id = of_merchant and day.is_test = of_test
  );
  gone := array(
    select id from unnest(gone) as id where not exists (
      select from settlement_lines as line where line.merchant_id = of_merchant and line.settlement_id = id
    )
  );
  delete from pending_settlements as day where day.merchant_id = of_merchant and day.id = any(gone);
  delete from settlements as day where day.merchant_id = of_merchant and day.id = any(gone);
  delete from payout_settlements as paid where paid.merchant_id = of_merchant and paid.settlement_id = any(gone);
  gone := array(
    select payout.id from payouts as payout where payout.merchant_id = of_merchant and payout.is_test = of_test
      and not exists (
        select from payout_settlements as paid where paid.merchant_id = of_merchant and paid.payout_id = payout.id
      )
  );
  delete from payouts as payout where payout.merchant_id = of_merchant and payout.id = any(gone);
  ${removeEntries('of_merchant', 'gone')}
  ${remakeChain(
    'of_merchant',
    `update settlements as day set seal_number = new_number, seal_hash = new_hash
      where day.merchant_id = of_merchant and day.seal_number = earlier.number;`,
  )}
  return true;
end
`,
}

export const ownerFunctions: readonly OwnerFunction[] = [removePosted, remakeBooks]

/** SQL: calls `sandbox_remove_posted`; returns true. */
export function callRemovePosted(merchantId: string, sourceIds: string): string {
  return `sandbox_remove_posted(${merchantId}, ${sourceIds})`
}

/** SQL: calls `sandbox_remake_books`; returns true. */
export function callRemakeBooks(merchantId: string, isTest: string): string {
  return `sandbox_remake_books(${merchantId}, ${isTest})`
}

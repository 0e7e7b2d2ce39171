-- The whole chart of accounts: fees, what goes back to cards, what merchants were paid. The words of older rows stay as they are.

-- What made an entry is a payment's change, a return or a payout.
alter table ledger_entries rename column payment_id to source_id;

alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (
  value in ('cash', 'customer', 'merchant', 'write_off', 'refunds_payable', 'fee_income', 'fee_vat_payable', 'merchant_paid_out')
) not valid;
alter domain ledger_cause drop constraint ledger_cause_check;
alter domain ledger_cause add constraint ledger_cause_check check (
  value in ('down_payment', 'installment', 'capture', 'refund', 'pay_back', 'failed_return', 'write_off', 'fee', 'fee_vat',
    'confirmed_return', 'opening', 'payout')
) not valid;

-- What was on its way back to a card counted as gone from the processor; now it is owed until the processor confirms it.
insert into ledger_entries (merchant_id, source_id, version, account, cause, currency, amount_minor, at)
select merchant_id, id, 0, account, 'opening', currency, sign * amount_minor, created_at
from returns cross join (values ('cash', 1), ('refunds_payable', -1)) as entry (account, sign)
where state = 'waiting';

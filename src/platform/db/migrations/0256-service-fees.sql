-- Wider: the fees that customers pay for their plans have an account and a cause in the ledger.
alter domain ledger_account drop constraint ledger_account_check;
alter domain ledger_account add constraint ledger_account_check check (
  value in ('cash', 'customer', 'merchant', 'write_off', 'refunds_payable', 'fee_income', 'fee_vat_payable', 'merchant_paid_out',
    'service_fee_income')
) not valid;
alter domain ledger_cause drop constraint ledger_cause_check;
alter domain ledger_cause add constraint ledger_cause_check check (
  value in ('down_payment', 'installment', 'capture', 'refund', 'pay_back', 'failed_return', 'write_off', 'fee', 'fee_vat',
    'confirmed_return', 'opening', 'payout', 'service_fee')
) not valid;

import type { Section } from '../page.ts'
import { submitConfirmAdmin, submitRequestAdmin, submitWithdrawAdmin } from './admin-request-forms.ts'
import { submitMerchant } from './merchant-form.ts'
import { submitPlans } from './plans-form.ts'
import { submitRisk } from './risk-form.ts'
import { submitNewStore, submitStore } from './store-forms.ts'
import { viewMerchant } from './view-merchant.ts'
import { viewMerchants } from './view-merchants.ts'

/** Merchants: search, creation, stores, settings, fees, risk rules and people. */
export const merchants: Section = {
  pages: [
    { path: '/merchants', view: viewMerchants },
    { path: '/merchants/:id', view: viewMerchant },
  ],
  forms: [
    { path: '/merchants', submit: submitMerchant },
    { path: '/merchants/:id/stores', submit: submitNewStore },
    { path: '/merchants/:id/stores/:store', submit: submitStore },
    { path: '/merchants/:id/stores/:store/plans', submit: submitPlans },
    { path: '/merchants/:id/risk', submit: submitRisk },
    { path: '/merchants/:id/people', submit: submitRequestAdmin },
    { path: '/merchants/:id/people/:request/confirm', submit: submitConfirmAdmin },
    { path: '/merchants/:id/people/:request/withdraw', submit: submitWithdrawAdmin },
  ],
}

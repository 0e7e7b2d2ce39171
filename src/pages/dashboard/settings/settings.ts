import type { Section } from '../page.ts'
import { submitBeneficiary } from './beneficiary-form.ts'
import { submitLogo, submitNoLogo } from './logo-forms.ts'
import { submitStore } from './store-form.ts'
import { viewSettings } from './view-settings.ts'

/** What holds for each store. */
export const settings: Section = {
  pages: [{ path: '/settings', permission: 'see_settings', view: viewSettings }],
  forms: [
    { path: '/settings/store', permission: 'change_settings', submit: submitStore },
    { path: '/settings/logo', permission: 'change_settings', takes: 'logo', submit: submitLogo },
    { path: '/settings/logo/remove', permission: 'change_settings', submit: submitNoLogo },
    { path: '/settings/beneficiary', permission: 'change_beneficiary', submit: submitBeneficiary },
  ],
}

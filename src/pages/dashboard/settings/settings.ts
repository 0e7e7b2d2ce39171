import type { Section } from '../page.ts'
import { submitBeneficiary } from './beneficiary-form.ts'
import { submitLogo, submitNoLogo } from './logo-forms.ts'
import { submitStore } from './store-form.ts'
import { viewSettings } from './view-settings.ts'

/** What holds for each store. */
export const settings: Section = {
  pages: [{ path: '/settings', deed: 'see_settings', view: viewSettings }],
  forms: [
    { path: '/settings/store', deed: 'change_settings', submit: submitStore },
    { path: '/settings/logo', deed: 'change_settings', takes: 'logo', submit: submitLogo },
    { path: '/settings/logo/remove', deed: 'change_settings', submit: submitNoLogo },
    { path: '/settings/beneficiary', deed: 'change_beneficiary', submit: submitBeneficiary },
  ],
}

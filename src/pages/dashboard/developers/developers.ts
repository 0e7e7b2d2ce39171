import type { Section } from '../page.ts'
import { submitClock } from './clock-form.ts'
import { submitFault, submitRemoveFault } from './fault-forms.ts'
import { viewDevelopers, viewJournalRequest } from './view-developers.ts'

const isRehearsal = true

/** What integration engineers look at while they rehearse: the journal, faults and the clock. */
export const developers: Section = {
  pages: [
    { path: '/developers', permission: 'see_developers', isRehearsal, view: viewDevelopers },
    { path: '/developers/journal/:id', permission: 'see_developers', isRehearsal, view: viewJournalRequest },
  ],
  forms: [
    { path: '/developers/clock', permission: 'act_as_developer', isRehearsal, submit: submitClock },
    { path: '/developers/faults', permission: 'act_as_developer', isRehearsal, submit: submitFault },
    { path: '/developers/faults/remove', permission: 'act_as_developer', isRehearsal, submit: submitRemoveFault },
  ],
}

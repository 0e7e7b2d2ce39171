import type { Section } from '../page.ts'
import { submitInvite, submitWithdraw } from './invitation-forms.ts'
import { submitRemove, submitRole } from './member-forms.ts'
import { viewTeam } from './view-team.ts'

/** Who works here, in which role, and who was asked to. */
export const team: Section = {
  pages: [{ path: '/team', deed: 'see_team', view: viewTeam }],
  forms: [
    { path: '/team/invite', deed: 'change_team', submit: submitInvite },
    { path: '/team/withdraw', deed: 'change_team', submit: submitWithdraw },
    { path: '/team/role', deed: 'change_team', submit: submitRole },
    { path: '/team/remove', deed: 'change_team', submit: submitRemove },
  ],
}

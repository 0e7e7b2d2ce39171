import type { Section } from '../page.ts'
import { submitInvite, submitWithdraw } from './invitation-forms.ts'
import { submitRemove, submitRole } from './member-forms.ts'
import { viewTeam } from './view-team.ts'

/** Who works here, in which role, and who was asked to. */
export const team: Section = {
  pages: [{ path: '/team', permission: 'see_team', view: viewTeam }],
  forms: [
    { path: '/team/invite', permission: 'change_team', submit: submitInvite },
    { path: '/team/withdraw', permission: 'change_team', submit: submitWithdraw },
    { path: '/team/role', permission: 'change_team', submit: submitRole },
    { path: '/team/remove', permission: 'change_team', submit: submitRemove },
  ],
}

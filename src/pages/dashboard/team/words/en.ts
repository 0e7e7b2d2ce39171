import { rolesEn } from '../../../../platform/people/words/roles.ts'

export const teamEn = {
  member: 'Person',
  memberEmail: 'E-mail',
  memberRole: 'Role',
  memberFactor: 'Second step',
  memberSeen: 'Last here',
  memberLeaves: 'Leave the team',
  thatIsYou: 'you',
  factorOn: 'On',
  factorOff: 'Off',
  roles: rolesEn,
  roleLeads: {
    admin: 'does everything, and decides who works here.',
    operator: 'captures, closes and refunds, answers disputes, makes payment links.',
    developer: 'connects the shop: keys and webhooks, and everything in test mode. Sees no live money.',
    analyst: 'looks and exports, and changes nothing.',
  },
  roleOf: (email: string) => `Role of ${email}`,
  change: 'Change',
  changeRole: 'Change the role',
  changeRoleOf: (email: string) => `Change the role of ${email}`,
  remove: 'Remove',
  removeMember: 'Remove from the team',
  removeNamed: (email: string) => `Remove ${email}`,
  askRole: (email: string, role: string, lead: string) => `Make ${email} ${role}? From their next click on: ${lead}`,
  askRemove: (email: string) =>
    `Remove ${email} from the team? They are signed out at once. What they did stays in the activity.`,
  factorTitle: 'Second step for everybody',
  factorRequired: 'Everybody who works here needs a second step: a code from an app, or a passkey.',
  factorNotRequired: 'A password alone is enough to work here.',
  factorMissing: (people: number, count: string) =>
    people === 0
      ? 'Everybody has a second step.'
      : people === 1
        ? 'One person has no second step yet.'
        : `${count} people have no second step yet.`,
  requireFactor: 'Require a second step',
  stopRequiring: 'Stop requiring it',
  ownFactorFirst: 'To require it of others, set up your own first.',
  ownFactorLink: 'Your account',
  askRequire: (people: number, count: string) =>
    [
      'Require a second step of everybody who works here?',
      people === 0
        ? 'Everybody has one already.'
        : people === 1
          ? 'One person has none yet, and sets one up with the next click, before seeing anything else.'
          : `${count} people have none yet, and set one up with their next click, before seeing anything else.`,
      'API keys go on as before.',
    ].join(' '),
  askNotRequire: 'Let a password alone be enough to work here? People who have a second step keep it.',
  invite: 'Invite somebody',
  invitations: 'Invited, not here yet',
  invitedBy: 'Invited by',
  invitedUntil: 'Until',
  withdraw: 'Take back',
  withdrawNamed: (email: string) => `Take back the invitation of ${email}`,
  invitationLink: 'Invitation link',
  invitationLead: (email: string) =>
    `Send this link to ${email}. It is for this person alone, works once, and for seven days.`,
  teamDone: {
    invited: 'The invitation was sent.',
    withdrawn: 'The invitation was taken back: its link opens nothing any more.',
    role: 'The role was changed.',
    required: 'A second step is required from now on.',
    notRequired: 'A second step is not required any more.',
    removed: 'The person was removed from the team.',
  },
  teamProblems: {
    noEmail: 'Type an e-mail address.',
    alreadyMember: 'This person is in the team already.',
    tooManyInvitations: 'Too many people were invited today. Try again tomorrow.',
    lastAdmin: 'This is the last admin. Make somebody else an admin first.',
    noFactor: 'You have no second step yourself. Set one up first.',
    gone: 'This is not there any more: somebody else was faster.',
  },
}

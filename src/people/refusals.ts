import { badData, conflict, noPermission, notAuthorized, notFound } from '../base/refusals.ts'

export const refusals = {
  noSession: noPermission('nobody is signed in here'),
  noFormToken: notAuthorized('the form has no token of this session'),
  secondFactorRequired: noPermission('nobody works here without a second factor'),
  noSuchMember: notFound('nobody of the team is that'),
  noSuchInvitation: notFound('the invitation was used, is too old, or never was'),
  notInvited: noPermission('the invitation is for somebody else'),
  noEmail: badData('that is no e-mail address'),
  alreadyMember: conflict('this person belongs to the team already'),
  tooManyInvitations: conflict('too many people were invited today'),
  lastAdmin: conflict('the last admin cannot go'),
  noAdmin: noPermission('only an admin may change the team'),
}

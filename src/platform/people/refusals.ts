import { badData, conflict, noPermission, notAuthorized, notFound } from '../base/refusals.ts'

export const refusals = {
  noSession: noPermission('nobody is signed in here'),
  noFormToken: notAuthorized('the form has no token of this session'),
  secondFactorRequired: noPermission('nobody works here without a second factor'),
  adminWithoutFactor: conflict('an admin without a second factor may not require one'),
  noSuchMember: notFound('nobody of the team is that'),
  noSuchInvitation: notFound('the invitation was used, is too old, or never was'),
  notInvited: noPermission('the invitation is for somebody else'),
  noEmail: badData('that is no e-mail address'),
  alreadyMember: conflict('this person belongs to the team already'),
  tooManyInvitations: conflict('too many people were invited today'),
  lastAdmin: conflict('the last admin cannot go'),
  noAdmin: noPermission('only an admin may change the team'),
  hasAdmin: conflict('the merchant has an admin, or an open invitation of one'),
  agentInvited: badData('an agent of support cannot be invited to a merchant'),
  noSuchAdminRequest: notFound('no such request for an admin'),
  adminRequestWaits: conflict('another request for an admin waits to be confirmed'),
  adminRequestDecided: conflict('the request for an admin was decided already, or is too old'),
  ownAdminRequest: noPermission('another agent has to confirm the request'),
  requesterLeft: conflict('the agent who made the request has left support'),
  adminNotMailed: conflict('the invitation could not be mailed, and was withdrawn'),
}

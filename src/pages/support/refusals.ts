import { badData, conflict, noPermission, notFound } from '../../platform/base/refusals.ts'

export const refusals = {
  noSuchPage: notFound('no such page'),
  settingsChanged: conflict('the settings have changed since the page was opened'),
  wrongSettings: badData('a setting cannot be read'),
  /** The impersonation view has not begun, or its hour is over. */
  notImpersonating: noPermission('the merchant is not looked at now'),
  impersonationIsReadOnly: noPermission('who looks as a merchant changes nothing'),
  firstAdminOnly: noPermission('support invites the first admin of a merchant only'),
  personalClosed: noPermission('the case was not opened'),
}

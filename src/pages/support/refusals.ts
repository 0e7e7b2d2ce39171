import { badData, noPermission } from '../../platform/base/refusals.ts'
import { refusals as ofBackOffices } from '../back-office/refusals.ts'

export const refusals = {
  ...ofBackOffices,
  wrongSettings: badData('a setting cannot be read'),
  /** The impersonation view has not begun, or its hour is over. */
  notImpersonating: noPermission('the merchant is not looked at now'),
  impersonationIsReadOnly: noPermission('who looks as a merchant changes nothing'),
  firstAdminOnly: noPermission('support invites the first admin of a merchant only'),
  personalClosed: noPermission('the case was not opened'),
}

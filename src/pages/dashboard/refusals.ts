import { badData, noPermission } from '../../platform/base/refusals.ts'
import { refusals as ofBackOffices } from '../back-office/refusals.ts'

export const refusals = {
  ...ofBackOffices,
  notOurForm: badData('the form is not of this page'),
  roleForbids: noPermission('this role may not do that'),
}

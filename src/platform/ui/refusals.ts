import { noPermission } from '../base/refusals.ts'

export const refusals = {
  otherSite: noPermission('the form was sent from another site'),
}

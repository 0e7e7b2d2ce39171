import { badData, conflict, noPermission, notFound } from '../../platform/base/refusals.ts'

export const refusals = {
  settingsChanged: conflict('the settings have changed since the page was opened'),
  noSuchPage: notFound('no such page'),
  notOurForm: badData('the form is not of this page'),
  notYours: noPermission('this role may not do that'),
}

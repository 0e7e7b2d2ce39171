import { notAuthorized, notFound } from '../../platform/base/refusals.ts'

export const refusals = {
  noSuchSession: notFound('no such session'),
  noCsrfToken: notAuthorized('the form has no CSRF token of this browser and session'),
}

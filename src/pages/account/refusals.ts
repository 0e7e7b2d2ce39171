import { notAuthorized, notFound } from '../../platform/base/refusals.ts'

export const refusals = {
  noSuchPurchase: notFound('no such purchase'),
  noCsrfToken: notAuthorized('the form has no CSRF token of this browser or session'),
}

import { badData, conflict, noPermission, notAuthorized, notFound, type Refusal } from '../base/refusals.ts'

export const refusals = {
  invalidSecretKey: (): Refusal => notAuthorized('invalid secret key'),
  keyNotFound: (): Refusal => notAuthorized('api key not found'),
  unknownMerchantCode: (): Refusal => notAuthorized('merchant is null'),
  wrongRegion: (): Refusal => noPermission('merchant region does not match cluster region'),
  noTestMode: (): Refusal => noPermission('disputes have no test mode'),
  noSuchMerchant: (): Refusal => notFound('no such merchant'),
  noSuchStore: (): Refusal => notFound('no such store'),
  codeTaken: (): Refusal => conflict('the merchant has a store with this code'),
  otherRegion: (): Refusal => badData("the country is not in the merchant's region"),
  wrongSettings: (problem: string): Refusal => badData(problem),
  noSuchKey: (): Refusal => notFound('no such key'),
  merchantCodeMissing: (): Refusal => badData('bad_request'),
}

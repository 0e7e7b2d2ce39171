import { badData, conflict, noPermission, notAuthorized, notFound, type Refusal } from '../base/refusals.ts'

export const refusals = {
  invalidSecretKey: notAuthorized('invalid secret key'),
  keyNotFound: notAuthorized('api key not found'),
  unknownMerchantCode: notAuthorized('merchant is null'),
  wrongRegion: noPermission('merchant region does not match cluster region'),
  noTestMode: noPermission('disputes have no test mode'),
  noSuchMerchant: notFound('no such merchant'),
  noSuchStore: notFound('no such store'),
  codeTaken: conflict('the merchant has a store with this code'),
  otherRegion: badData("the country is not in the merchant's region"),
  wrongSettings: (problem: string): Refusal => badData(problem)(),
  noSuchKey: notFound('no such key'),
  merchantCodeMissing: badData('bad_request'),
}

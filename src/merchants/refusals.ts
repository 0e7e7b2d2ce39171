import { badData, noPermission, notAuthorized, type Refusal } from '../base/refusals.ts'

export const refusals = {
  invalidSecretKey: (): Refusal => notAuthorized('invalid secret key'),
  keyNotFound: (): Refusal => notAuthorized('api key not found'),
  unknownMerchantCode: (): Refusal => notAuthorized('merchant is null'),
  wrongRegion: (): Refusal => noPermission('merchant region does not match cluster region'),
  noTestMode: (): Refusal => noPermission('disputes have no test mode'),
  merchantCodeMissing: (): Refusal => badData('bad_request'),
}

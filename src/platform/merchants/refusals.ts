import {
  badData,
  conflict,
  type DeclaredRefusal,
  noPermission,
  notAuthorized,
  notFound,
  type Refusal,
} from '../base/refusals.ts'
import { type KeyPermission, permissions } from './keys/key.ts'

export const refusals = {
  invalidSecretKey: notAuthorized('invalid secret key'),
  keyNotFound: notAuthorized('api key not found'),
  unknownMerchantCode: notAuthorized('merchant is null'),
  wrongRegion: noPermission('merchant region does not match cluster region'),
  noTestMode: noPermission('disputes have no test mode'),
  missingPermission: (permission: KeyPermission): DeclaredRefusal =>
    noPermission(`the key does not have the permission ${permission}`),
  noSuchMerchant: notFound('no such merchant'),
  noSuchStore: notFound('no such store'),
  noSuchLogo: notFound('no such logo'),
  merchantThere: conflict('this merchant was made already'),
  codeTaken: conflict('the merchant has a store with this code'),
  otherRegion: badData("the country is not in the merchant's region"),
  wrongSettings: (problem: string): Refusal => badData(problem)(),
  noSuchKey: notFound('no such key'),
  keyThere: conflict('this key was made already, and is shown once'),
  wrongKeyName: badData('the name of a key must be one line of at most 60 characters'),
  wrongPermissions: badData(`the permissions of a key must be one or more of ${permissions.join(', ')}`),
  publicKeyPermissions: badData('a public key has no permissions: it creates and reads sessions'),
  merchantCodeMissing: badData('bad_request'),
}

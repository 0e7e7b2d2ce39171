import { conflict, notFound } from '../../platform/base/refusals.ts'

/** Every sentence that calls of certificates may be answered with, beside the list of wrong fields. */
export const refusals = {
  noSuchCertificate: notFound('no such certificate'),
  notYet: conflict('the run of the certificate has not come to it yet: ask again'),
  openAlready: conflict('a certificate is being run: end it, or wait until it is finished'),
}

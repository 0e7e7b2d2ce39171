import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { listCertificatesAbout, replaceCertificate } from './store.ts'

/** What certificates say of a customer, such as a sentence about a request. */
export const erasedCertificates: ErasedPlace = {
  async ofPayment(tx, { merchantId, isTest, contacts, contactsIn }) {
    for (const { id, rehearsal, checks } of await tx.run(listCertificatesAbout, { merchantId, isTest, contacts })) {
      await tx.run(replaceCertificate, { merchantId, isTest, id, ...contactsIn({ rehearsal, checks }) })
    }
  },
}

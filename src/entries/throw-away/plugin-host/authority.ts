import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'
import { makeFolder } from '../../../platform/base/make-folder.ts'
import { day } from '../../../platform/base/times.ts'

/** A certificate authority for some domains. Its key never leaves the folder. */
export interface Authority {
  /** The file of the certificate, which clients trust. */
  readonly file: string
  readonly certificate: forge.pki.Certificate
  readonly key: forge.pki.rsa.PrivateKey
}

/** A certificate with its key, as PEM texts. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

const authorityDays = 3 * 365
/** Clients refuse certificates that are valid for longer. */
const serverDays = 90
/** An authority that ends earlier is made anew. */
const leastDaysLeft = 100

/**
 * Returns the authority of the domains in the folder. Makes it on first use, and before it ends. It can sign for these
 * domains only: a stolen key signs for no other.
 */
export function openAuthority(folder: string, domains: readonly string[], now: number): Authority {
  const own = join(folder, domains.toSorted().join('+'))
  const file = join(own, 'authority.pem')
  const keyFile = join(own, 'authority-key.pem')
  try {
    const certificate = forge.pki.certificateFromPem(readFileSync(file, 'utf8'))
    const key = forge.pki.privateKeyFromPem(readFileSync(keyFile, 'utf8'))
    if (certificate.validity.notAfter.getTime() > now + leastDaysLeft * day) return { file, certificate, key }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const made = makeAuthority(domains, now)
  // A web server of another user reads the certificate.
  makeFolder(own, 0o755)
  writeWhole(keyFile, forge.pki.privateKeyToPem(made.key), 0o600)
  writeWhole(file, forge.pki.certificateToPem(made.certificate), 0o644)
  return { file, ...made }
}

// A process that is killed leaves a whole file or none.
function writeWhole(file: string, text: string, mode: number): void {
  const part = `${file}.${process.pid}`
  writeFileSync(part, text, { mode })
  renameSync(part, file)
}

function makeAuthority(domains: readonly string[], now: number): Pick<Authority, 'certificate' | 'key'> {
  const { publicKey, key } = newKeys()
  const certificate = newCertificate(publicKey, now, authorityDays)
  const subject = [{ name: 'commonName', value: `Qist plug-in host, ${domains.join(', ')}` }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true },
    { name: 'subjectKeyIdentifier' },
    { id: '2.5.29.30', critical: true, value: nameConstraints(domains) },
  ])
  certificate.sign(key, forge.md.sha256.create())
  return { certificate, key }
}

/** Returns a new server certificate of these names, signed by the authority. */
export function signFor(authority: Authority, names: readonly string[], now: number): ServerCertificate {
  const { publicKey, key } = newKeys()
  const certificate = newCertificate(publicKey, now, serverDays)
  certificate.setSubject([{ name: 'commonName', value: names[0] ?? '' }])
  certificate.setIssuer(authority.certificate.subject.attributes)
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
  ])
  certificate.sign(authority.key, forge.md.sha256.create())
  const chain = [certificate, authority.certificate].map((one) => forge.pki.certificateToPem(one))
  return { cert: chain.join(''), key: forge.pki.privateKeyToPem(key) }
}

// Node makes keys in milliseconds, the library in seconds.
function newKeys(): { readonly publicKey: forge.pki.rsa.PublicKey; readonly key: forge.pki.rsa.PrivateKey } {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  return { publicKey: forge.pki.publicKeyFromPem(pair.publicKey), key: forge.pki.privateKeyFromPem(pair.privateKey) }
}

function newCertificate(publicKey: forge.pki.rsa.PublicKey, now: number, days: number): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  // Positive: the first bit is not set.
  certificate.serialNumber = `0${randomBytes(16).toString('hex').slice(1)}`
  // Clients' clocks may be a little behind.
  certificate.validity.notBefore = new Date(now - day)
  certificate.validity.notAfter = new Date(now + days * day)
  return certificate
}

// RFC 5280, 4.2.1.10: permitted subtrees of DNS names. The library has no name for this extension.
function nameConstraints(domains: readonly string[]): string {
  const { asn1 } = forge
  const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class
  const subtrees = domains.map((domain) =>
    asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [asn1.create(CONTEXT_SPECIFIC, 2, false, domain)]),
  )
  const permitted = asn1.create(CONTEXT_SPECIFIC, 0, true, subtrees)
  return asn1.toDer(asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [permitted])).getBytes()
}

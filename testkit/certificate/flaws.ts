import { type CheckName, checks } from '../../src/rehearsal/certificate/checks.ts'
import type { ScenarioName } from '../../src/rehearsal/certificate/facts.ts'
import type { ShopCurrency } from './prices.ts'

/** The flaws of shops; a shop has at most one. */
export const flaws = {
  namesNoReference: 'M1',
  takesAnotherReferenceAfterLoss: 'M2',
  givesUpAfterLoss: 'M3',
  usesOneReferenceForAll: 'M4',
  givesUpAfterConflict: 'M5',
  hasNoWebhook: 'W1',
  answersAccepted: 'W2',
  takesAnotherReferencePerNotice: 'W3',
  capturesClosed: 'W4',
  believesForgeries: 'W5',
  readsNothing: 'P1',
  believesRedirects: 'P2',
  saysPaidAfterRedirects: 'P2',
  takesRejectedForPaid: 'P3',
  sendsRejectedLink: 'P3',
  capturesEnded: 'P4',
  capturesTooMuch: 'P9',
  roundsAmounts: 'P9',
  chokesOnUnknownMembers: 'S2',
  comesBackAtOnce: 'M6',
  hammersBroken: 'M7',
  hammersRefused: 'M8',
  isImpatient: 'M9',
  checksNoSignature: 'W6',
  dependsOnNotices: 'W7',
  knowsOneCase: 'W8',
  forgetsInCrash: 'W9',
  letsExpiryUndo: 'P5',
  capturesNothing: 'P6',
  leavesTheRest: 'P7',
  loopsOnDisputes: 'P8',
  callsFromPages: 'S1',
  callsOtherRegion: 'S1',
  readsFirstPages: 'S3',
} as const satisfies Record<string, CheckName>

export type Flaw = keyof typeof flaws

/** The flaws that a core check finds. */
export const coreFlaws = (Object.keys(flaws) as Flaw[]).filter((flaw) => checks[flaws[flaw]].core)

/** The scenarios, besides `plain`, in which a recommended check's flaw is visible. */
export const showsIn: Partial<Record<Flaw, readonly ScenarioName[]>> = {
  comesBackAtOnce: ['rate-limit'],
  hammersBroken: ['broken'],
  hammersRefused: ['refused'],
  isImpatient: ['slow'],
  checksNoSignature: ['signature'],
  dependsOnNotices: ['dropped'],
  knowsOneCase: [],
  forgetsInCrash: ['crash'],
  letsExpiryUndo: ['abandoned'],
  capturesNothing: [],
  leavesTheRest: ['parts'],
  loopsOnDisputes: ['disputed'],
  callsFromPages: [],
  callsOtherRegion: [],
  readsFirstPages: ['lost-answer'],
}

/** The currency in which a flaw is visible, where it is not in AED. */
export const flawCurrency: Partial<Record<Flaw, ShopCurrency>> = { roundsAmounts: 'KWD' }

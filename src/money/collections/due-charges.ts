import { dueChargesOf } from '../charges/due-charges.ts'
import { laterCharges } from './later-charges.ts'

/** Charges of later parts whose answer never came, or that came too late and are to be voided. */
export const dueLaterCharges = dueChargesOf('resolve later charges', ['scheduled', 'early'], laterCharges)

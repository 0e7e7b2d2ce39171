import { dueChargesOf } from '../../charges/due-charges.ts'
import { firstCharges } from './first-charges.ts'

/** First charges whose answer never came, that were written off and may have been charged since, or that are to be voided. */
export const dueFirstCharges = dueChargesOf('resolve first charges', ['first'], firstCharges)

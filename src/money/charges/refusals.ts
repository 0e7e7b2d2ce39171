import { badData } from '../../platform/base/refusals.ts'

export const refusals = {
  forged: badData('signature is wrong'),
}

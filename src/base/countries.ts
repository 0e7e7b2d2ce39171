import type { Currency } from './money.ts'
import type { Region } from './regions.ts'

export const countries = ['AE', 'KW', 'SA'] as const
export type Country = (typeof countries)[number]

export const currencyOf: Record<Country, Currency> = { AE: 'AED', KW: 'KWD', SA: 'SAR' }
export const regionOf: Record<Country, Region> = { AE: 'uae', KW: 'uae', SA: 'ksa' }

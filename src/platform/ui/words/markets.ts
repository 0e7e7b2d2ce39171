import type { Country, Currency } from '../../base/markets.ts'
import type { Lang } from './lang.ts'

/** The places that give time zones their names on pages: `Times are those of Dubai.` */
export const zoneNames: Readonly<Record<Lang, Readonly<Record<Currency, string>>>> = {
  en: { AED: 'Dubai', SAR: 'Riyadh', KWD: 'Kuwait' },
  ar: { AED: 'دبي', SAR: 'الرياض', KWD: 'الكويت' },
}

export const countryNames: Readonly<Record<Lang, Readonly<Record<Country, string>>>> = {
  en: { AE: 'United Arab Emirates', KW: 'Kuwait', SA: 'Saudi Arabia' },
  ar: { AE: 'الإمارات العربية المتحدة', KW: 'الكويت', SA: 'المملكة العربية السعودية' },
}

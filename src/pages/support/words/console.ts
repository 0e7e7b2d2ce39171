/** What every page of the console says. */
export const consoleEn = {
  place: 'Support',
  pageNames: { queue: 'What waits', customers: 'Customers', merchants: 'Merchants', activity: 'Activity' },
  zones: { AED: 'Dubai', KWD: 'Kuwait', SAR: 'Riyadh' },
  momentIn: (moment: string, zone: string) => `${moment} (${zone})`,
  forbiddenTitle: 'This is closed',
  forbiddenLead: 'You have not said why you need it, its hour is over, or it takes another person.',
  notFoundLead: 'What you asked for is not here, or no longer.',
}

export const consoleAr: typeof consoleEn = {
  place: 'الدعم',
  pageNames: { queue: 'ما ينتظر', customers: 'العملاء', merchants: 'التجار', activity: 'السجل' },
  zones: { AED: 'دبي', KWD: 'الكويت', SAR: 'الرياض' },
  momentIn: (moment, zone) => `${moment} (${zone})`,
  forbiddenTitle: 'هذا مغلق',
  forbiddenLead: 'لم تذكر سبب حاجتك إليه، أو انتهت ساعته، أو يحتاج إلى شخص آخر.',
  notFoundLead: 'ما طلبته ليس هنا، أو لم يعد هنا.',
}

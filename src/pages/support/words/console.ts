/** Texts of every page of the console. */
export const consoleEn = {
  place: 'Support',
  pageNames: { queue: 'What waits', customers: 'Customers', merchants: 'Merchants', activity: 'Activity' },
  momentIn: (moment: string, zone: string) => `${moment} (${zone})`,
  forbiddenTitle: 'This is closed',
  forbiddenLead: 'You have not said why you need it, its hour is over, or it takes another person.',
  notFoundLead: 'What you asked for is not here, or no longer.',
}

export const consoleAr: typeof consoleEn = {
  place: 'الدعم',
  pageNames: { queue: 'ما ينتظر', customers: 'العملاء', merchants: 'التجار', activity: 'السجل' },
  momentIn: (moment, zone) => `${moment} (${zone})`,
  forbiddenTitle: 'هذا مغلق',
  forbiddenLead: 'لم تذكر سبب حاجتك إليه، أو انتهت ساعته، أو يحتاج إلى شخص آخر.',
  notFoundLead: 'ما طلبته ليس هنا، أو لم يعد هنا.',
}

export const personalEn = {
  customerPanel: 'Customer',
  customerName: 'Name',
  customerEmail: 'E-mail',
  customerPhone: 'Phone',
  allOfCustomer: 'Everything of this customer',
  closedLead:
    'Name, e-mail, phone, order, texts and files are shown once you say why you need them. Your reason is logged.',
  reasonLabel: 'Why do you need it?',
  reasonHint: 'In a few words: the ticket, or what you are asked.',
  reasonMissing: 'Say why you need it.',
  openCase: 'Show the customer',
}

export const personalAr: typeof personalEn = {
  customerPanel: 'العميل',
  customerName: 'الاسم',
  customerEmail: 'البريد الإلكتروني',
  customerPhone: 'الهاتف',
  allOfCustomer: 'كل ما يخص هذا العميل',
  closedLead: 'يظهر الاسم والبريد والهاتف والطلب والنصوص والملفات بعد أن تذكر سبب حاجتك إليها. ويُسجَّل ذلك.',
  reasonLabel: 'لماذا تحتاج إليها؟',
  reasonHint: 'بكلمات قليلة: رقم التذكرة أو ما طُلب منك.',
  reasonMissing: 'اذكر سبب حاجتك إليها.',
  openCase: 'أظهر العميل',
}

export const searchEn = {
  searchTitle: 'Search',
  searchLabel: 'Payment, order, phone or dispute',
  nothingFound: 'Nothing was found',
  nothingFoundLead: 'Type a whole payment id, order number, dispute id, or a phone with its country code.',
  foundCaption: 'Orders with this number',
  searchIsPartial:
    'Older orders are not all found by number or phone yet: the service was updated, and is still preparing its search. What is missing here may be there.',
  asPhone: 'Look it up as a phone',
}

export const searchAr: typeof searchEn = {
  searchTitle: 'البحث',
  searchLabel: 'دفعة أو طلب أو هاتف أو نزاع',
  nothingFound: 'لم يُعثر على شيء',
  nothingFoundLead: 'اكتب معرّف الدفعة أو النزاع كاملًا، أو رقم الطلب، أو الهاتف مع رمز الدولة.',
  foundCaption: 'طلبات بهذا الرقم',
  searchIsPartial:
    'لا يعثر البحث بالرقم أو بالهاتف على كل الطلبات القديمة بعد: حُدّثت الخدمة وما زالت تُعِدّ بحثها. ما لا يظهر هنا قد يكون موجوداً.',
  asPhone: 'ابحث عنه كهاتف',
}

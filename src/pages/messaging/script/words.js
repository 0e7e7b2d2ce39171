// Words of snippets. The server joins the files of this folder to one script (routes.ts).
const texts = {
  en: {
    general: 'Pay in parts.',
    parts: (count, amount) => [`${count} payments of `, amount, '.'],
    partsFrom: (count, amount) => [`${count} payments from `, amount, '.'],
    noFees: 'No interest, no fees.',
    from: (amount) => ['Pay in parts from ', amount, '.'],
    upTo: (amount) => ['Pay in parts up to ', amount, '.'],
    learnMore: 'Learn more',
    title: 'Pay in parts',
    today: 'Today',
    steps: [
      'Choose to pay in parts at checkout.',
      'Enter your phone number and a card. You pay the first part.',
      'We charge the other parts to your card, once a month.',
    ],
    close: 'Close',
    total: 'Total',
  },
  ar: {
    general: 'ادفع على دفعات.',
    parts: (count, amount) => [`${count} دفعات بقيمة `, amount, '.'],
    partsFrom: (count, amount) => [`${count} دفعات تبدأ من `, amount, '.'],
    noFees: 'بلا فوائد وبلا رسوم.',
    from: (amount) => ['ادفع على دفعات ابتداءً من ', amount, '.'],
    upTo: (amount) => ['ادفع على دفعات حتى ', amount, '.'],
    learnMore: 'اعرف المزيد',
    title: 'ادفع على دفعات',
    today: 'اليوم',
    steps: [
      'اختر الدفع على دفعات عند إتمام الطلب.',
      'أدخل رقم هاتفك وبطاقة، وادفع الدفعة الأولى.',
      'نحصّل الدفعات الأخرى من بطاقتك مرة كل شهر.',
    ],
    close: 'إغلاق',
    total: 'المجموع',
  },
}
const locales = { en: 'en-AE', ar: 'ar-AE-u-nu-latn' }

export const en = {
  brand: 'Qist',
  otherLanguage: 'العربية',
  otherLanguageLabel: 'العربية: show this page in Arabic',
  testMode: 'Test mode',
  testModeHint: 'No money moves.',
  working: 'Working',
  errorTitle: (title: string) => `Error: ${title}`,
  brokenTitle: 'Something went wrong on our side',
  busyTitle: 'One step at a time',
  busyLead: 'Too many requests came from here. Wait a moment, then try again.',
  overtakenTitle: 'It has changed meanwhile',
  overtakenLead:
    'Somebody else, or another window, has changed it, or is changing it just now. Look at it again, then try once more.',
  staleTitle: 'This page is out of date',
  staleLead: 'It was opened too long ago, or cookies are switched off. Open it again to go on.',
  cookiesTitle: 'Your browser sent a cookie twice',
  cookiesLead:
    'Another site may have set one of our cookies. For your safety nothing was done. Delete the cookies of this site, then try again.',
  forbiddenTitle: 'You may not do this',
  forbiddenLead: 'Nothing was changed.',
  tryAgain: 'Try again',
  openAgain: 'Open it again',
}

/** What every page says. A language that lacks one does not compile. */
export type SharedTexts = typeof en

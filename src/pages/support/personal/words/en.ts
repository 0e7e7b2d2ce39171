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

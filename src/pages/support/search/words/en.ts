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

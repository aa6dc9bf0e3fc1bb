/** What people type for a load, and the place or broker that they look for. Fixed before the search was. */
export const misspelledLoadQueries: [typed: string, meant: string][] = [
  ['jolliet', 'Joliet, IL'],
  ['dalas', 'Dallas, TX'],
  ['mineapolis', 'Minneapolis, MN'],
  ['louisvile', 'Louisville, KY'],
  ['charlote', 'Charlotte, NC'],
  ['milwakee', 'Milwaukee, WI'],
  ['huston', 'Houston, TX'],
  ['indianopolis', 'Indianapolis, IN'],
  ['san antono', 'San Antonio, TX'],
  ['quilon', 'Quillon Logistics'],
  ['northgait', 'Northgate Produce Transport'],
  ['tarnbrok', 'Tarnbrook Freight'],
  ['coperline', 'Copperline Carriers Group'],
  ['marow creek', 'Marrow Creek Brokerage'],
]

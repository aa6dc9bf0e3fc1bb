/** Carriers' answers in a few words, as they come by text message, chat or a phone's mail; with what each states. */
export const answerChats: string[] = [
  `1350 all in
=> ask $1,350`,
  `hey its mike w/ Blue Heron Express, got a 53 van in olathe ks empty at 630pm, 1300?
=> ask $1,300 | carrier Blue Heron Express | equipment Van | length 53 | emptyIn Olathe, KS | emptyOn 18:30`,
  `$2.50/mi, MC 118822
=> ask $2.50/mi | mc 118822`,
  `Can be there at 8. 1400
=> ask $1,400`,
  `👋 Dana! $1,375 👍 van MT in Raymore MO now 🚛
=> ask $1,375 | equipment Van | emptyIn Raymore, MO | emptyOn now`,
  `can you do 14?
=> `,
  `B20417 1.4k reefer empty joplin mo tmrw 6a
=> ask $1,400 | equipment Reefer | emptyIn Joplin, MO | emptyOn 2026-11-24 06:00 | reference B20417`,
  `rate?
=> `,
  `got a truck sitting in Blue Springs, MO. need 1300 to the truck. mc443210
=> ask $1,300 | mc 443210 | emptyIn Blue Springs, MO`,
  `yes still avail, 53' dv, $1350 firm, empties tues 9am in Overland Park
=> ask $1,350 | equipment Van | length 53 | emptyIn Overland Park, KS | emptyOn 2026-11-24 09:00`,
  `whats the weight and commodity? driver is 20 miles out
=> `,
  `[2:14 PM, 11/23/2026] Owen Price: Hi dana this is owen from Tallgrass Transport mc# 559031
[2:14 PM, 11/23/2026] Owen Price: 1325 for KC Chicago
[2:15 PM, 11/23/2026] Owen Price: empty in Ottawa, KS tomorrow 0700
=> ask $1,325 | carrier Tallgrass Transport | mc 559031 | emptyIn Ottawa, KS | emptyOn 2026-11-24 07:00`,
  `I'd need 1300-1350 depending on detention. van
=> ask $1,300 + $1,350 | equipment Van`,
  `Truck available: Springfield, MO 11/24 AM. Asking $1600. Call 417-555-0130
=> ask $1,600 | emptyIn Springfield, MO | emptyOn 2026-11-24 | phone 417-555-0130`,
  `Fourteen hundred and we roll tonight, Marlow & Sons Trucking, mc 702215
=> ask $1,400 | carrier Marlow & Sons Trucking | mc 702215`,
  `ready now kc mo, 1250, dry van, Amber Gate Logistics
=> ask $1,250 | carrier Amber Gate Logistics | equipment Van | emptyIn Kansas City, MO | emptyOn now`,
  `No MC number yet for the new company, use DOT 3310442. $1,200, box truck 26ft, empty in Grandview MO
=> ask $1,200 | equipment Straight box truck | length 26 | emptyIn Grandview, MO`,
  `Load 88213 KC to Chicago? we could do that one for 1450, van empties 5p near St Joe
=> ask $1,450 | equipment Van | emptyOn 17:00 | reference 88213`,
  `ok for 1,290.00 if it loads before noon. power only, no trailer. Jo at 816 555 0175
=> ask $1,290 | equipment Power only | phone 816 555 0175`,
  `Hola, tengo caja seca de 53 pies vacia en Kansas City, KS mañana 8am. $1,350. Sierra Clara Transport MC 690034
=> ask $1,350 | carrier Sierra Clara Transport | mc 690034 | equipment Van | length 53 | emptyIn Kansas City, KS
| emptyOn 2026-11-24 08:00`,
]

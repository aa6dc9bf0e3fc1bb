/** Chat and text messages, with invented content. */
export const pastedChats: string[] = [
  `tmrw 8am Joliet→Dallas 53' van 44k $2400 all in
=> pickup 2026-11-21 08:00 | origin Joliet, IL | dest Dallas, TX | lengthFeet 53 | equipment Van | weightPounds 44000
| rate $2,400`,
  `CHI-DAL van 44k 2400
=> origin Chicago, IL | dest Dallas, TX | equipment Van | weightPounds 44000 | rate $2,400`,
  `ATL - MIA reefer 40k mon 2.1k
=> origin Atlanta, GA | dest Miami, FL | equipment Reefer | weightPounds 40000 | pickup 2026-11-23 | rate $2,100`,
  `u got a van in joliet il? going to dallas tx tmrw morning, 38k lbs, paying 2300
=> equipment Van | origin Joliet, IL | dest Dallas, TX | pickup 2026-11-21 | weightPounds 38000 | rate $2,300`,
  `Laredo TX to Atlanta GA
Pick Monday
44,000 lb
$3100
Van or reefer
=> origin Laredo, TX | dest Atlanta, GA | pickup 2026-11-23 | weightPounds 44000 | rate $3,100
| equipment Van or reefer`,
  `[9:14 AM, 11/20/2026] Dana Quillon: Joliet, IL to Dallas, TX
[9:14 AM, 11/20/2026] Dana Quillon: picks tomorrow 0800
[9:15 AM, 11/20/2026] Dana Quillon: 44k paper, dry van
[9:15 AM, 11/20/2026] Dana Quillon: $2400
=> origin Joliet, IL | dest Dallas, TX | pickup 2026-11-21 08:00 | weightPounds 44000 | commodity paper | equipment Van
| rate $2,400`,
  `11/20/26, 14:02 - Ray: steel load Gary IN to Pittsburgh PA tomorrow, 46k, flatbed w tarps, 1650$
=> commodity steel | origin Gary, IN | dest Pittsburgh, PA | pickup 2026-11-21 | weightPounds 46000
| equipment Flatbed with tarps | special Tarps | rate $1,650`,
  `🚛 LOAD 🚛
📍 Fontana, CA ➡️ Salt Lake City, UT
📅 11/21
📦 42,000 lbs dry goods
💰 $2,100
📞 (555) 010-0109
=> origin Fontana, CA | dest Salt Lake City, UT | pickup 2026-11-21 | weightPounds 42000 | commodity dry goods
| rate $2,100 | phone (555) 010-0109`,
  `PU loaded trailer asap Jonestown, PA

DEL 1900 Chester, NY

30k produce
=> origin Jonestown, PA | pickup 2026-11-20 | dest Chester, NY | delivery 2026-11-20 19:00 | weightPounds 30000
| commodity produce`,
  `Need reefer Yuma AZ to Denver CO pu sun 11/22 6am del tue 11/24 3am lettuce 41k 36deg pays 3200
=> equipment Reefer | origin Yuma, AZ | dest Denver, CO | pickup 2026-11-22 06:00 | delivery 2026-11-24 03:00
| commodity lettuce | weightPounds 41000 | temperature 36 °F | rate $3,200`,
  `hou-nola flatbed 45k steel mon 950
=> origin Houston, TX | dest New Orleans, LA | equipment Flatbed | weightPounds 45000 | commodity steel
| pickup 2026-11-23 | rate $950`,
  `2.75/mile Savannah GA to Memphis TN 640 miles van 11/23
=> rate $2.75/mi | origin Savannah, GA | dest Memphis, TN | tripMiles 640 | equipment Van | pickup 2026-11-23`,
  `Springfield to Columbus, van, 11/24, $1,100
=> origin Springfield, ? | dest Columbus, ? | equipment Van | pickup 2026-11-24 | rate $1,100`,
  `Got a load Phoenix to Portland OR, step deck, 40 ft of pipe, 32000 lbs, can pick up Wed. 3500 ok?
=> origin Phoenix, AZ | dest Portland, OR | equipment Step deck | lengthFeet 40 | commodity pipe | weightPounds 32000
| pickup 2026-11-25 | rate $3,500`,
  `hey whats ur rate for Macon GA 31201 - Lakeland FL 33805 53 dry van tues 24th 0900 39500 lbs
=> origin Macon, GA 31201 | dest Lakeland, FL 33805 | lengthFeet 53 | equipment Van | pickup 2026-11-24 09:00
| weightPounds 39500`,
  `Cargo van. Romulus MI to Louisville KY. 1 skid 600 lbs. Ready now, deliver direct. 360mi $550
=> equipment Cargo van | origin Romulus, MI | dest Louisville, KY | weightPounds 600 | pickup 2026-11-20
| tripMiles 360 | rate $550`,
  `NJ to FL today? Elizabeth NJ - Orlando FL, reefer or van, 38k, 2k flat
=> origin Elizabeth, NJ | dest Orlando, FL | pickup 2026-11-20 | equipment Van or reefer | weightPounds 38000
| rate $2,000`,
  `Toronto > Montreal tmrw am, 53 van, 40k lbs, 1100 CAD
=> origin Toronto, ON | dest Montreal, QC | pickup 2026-11-21 | lengthFeet 53 | equipment Van | weightPounds 40000
| notes canadian-dollars`,
  `Vancouver BC to Calgary AB, reefer, 20 tonnes, -18C, pickup Monday 10am, $3,000 USD
=> origin Vancouver, BC | dest Calgary, AB | equipment Reefer | weightPounds 44092 | temperature 0 °F
| pickup 2026-11-23 10:00 | rate $3,000`,
  `load avail: STL > OKC / van / 43k / 11/23 0600-1400 / 1350 / call Tim 555 010 0127
=> origin St. Louis, MO | dest Oklahoma City, OK | equipment Van | weightPounds 43000 | pickup 2026-11-23 06:00
| pickupUntil 2026-11-23 14:00 | rate $1,350 | phone 555 010 0127`,
  `Minneapolis, MN to Fargo, ND. Partial 10k lbs, 20 feet. Pickup Tues noon. What do you need?
=> origin Minneapolis, MN | dest Fargo, ND | fullPartial partial | weightPounds 10000 | lengthFeet 20
| pickup 2026-11-24 12:00`,
  `can u do 2100 on the fontana ca - reno nv tomorrow?
=> rate $2,100 | origin Fontana, CA | dest Reno, NV | pickup 2026-11-21`,
  `TEAM LOAD 🔥 Seattle WA to Miami FL 3300 mi
PU 11/21 12pm DEL 11/24 8am
$9,800
dry van 53ft 35k
=> special Team | origin Seattle, WA | dest Miami, FL | tripMiles 3300 | pickup 2026-11-21 12:00
| delivery 2026-11-24 08:00 | rate $9,800 | equipment Van | lengthFeet 53 | weightPounds 35000`,
  `Hotshot 40ft. 12,000 lbs. Odessa, TX - Williston, ND. pick today deliver sunday. 3.2 a mile. 1180 miles
=> equipment Flatbed, hotshot | lengthFeet 40 | weightPounds 12000 | origin Odessa, TX | dest Williston, ND
| pickup 2026-11-20 | delivery 2026-11-22 | rate $3.20/mi | tripMiles 1180`,
  `Ofrezco carga: Laredo TX a San Antonio TX, caja seca 53, 40,000 lbs, mañana 8am, $700
=> origin Laredo, TX | dest San Antonio, TX | equipment Van | lengthFeet 53 | weightPounds 40000
| pickup 2026-11-21 08:00 | rate $700`,
  `PO load ELP-DFW preloaded trailer 1150 pick anytime sat
=> equipment Power only | origin El Paso, TX | dest Dallas, TX | rate $1,150 | pickup 2026-11-21`,
  `60606 to 75201 van 42k $2,250 monday
=> equipment Van | weightPounds 42000 | rate $2,250 | pickup 2026-11-23`,
  `Load from Bakersfield CA drop 1 Eugene OR drop 2 Tacoma WA, reefer, 40k, pick sat, final drop mon 7am, $3,300
=> origin Bakersfield, CA | dest Tacoma, WA | special Extra stops | equipment Reefer | weightPounds 40000
| pickup 2026-11-21 | delivery 2026-11-23 07:00 | rate $3,300`,
  `KC MO to STL MO 250mi 700$ today van
=> origin Kansas City, MO | dest St. Louis, MO | tripMiles 250 | rate $700 | pickup 2026-11-20 | equipment Van`,
  `Hi its Dana from Quillon Logistics, that Joliet-Dallas is paying 2450 now. Ref Q48213. MC 654321
=> company Quillon Logistics | origin Joliet, IL | dest Dallas, TX | rate $2,450 | reference Q48213 | mc 654321`,
  `rgn 78k lbs, 12 wide, permitted, Peoria IL → Gillette WY, ready 11/30, $9200
=> equipment Removable gooseneck | weightPounds 78000 | origin Peoria, IL | dest Gillette, WY | pickup 2026-11-30
| rate $9,200`,
  `box truck 26' liftgate, 5 pallets 4200lbs, Edison NJ 08817 → Albany NY 12205, 11/23 9am-1pm, 650
=> equipment Straight box truck | lengthFeet 26 | weightPounds 4200 | origin Edison, NJ 08817 | dest Albany, NY 12205
| pickup 2026-11-23 09:00 | pickupUntil 2026-11-23 13:00 | rate $650`,
  `Nashville TN -> Charlotte NC
410mi // $1,230 // $3.00rpm
11/24 FCFS 7a-3p
deliver 11/25 8a
=> origin Nashville, TN | dest Charlotte, NC | tripMiles 410 | rate $1,230 | pickup 2026-11-24 07:00
| pickupUntil 2026-11-24 15:00 | delivery 2026-11-25 08:00`,
  `Still have the Erie to Brockton? whats the weight
=> origin Erie, PA | dest Brockton, MA`,
  `LA to Vegas 2 pallets tonight sprinter $600
=> origin Los Angeles, CA | dest Las Vegas, NV | pickup 2026-11-20 | equipment Sprinter van | rate $600`,
  `Dallas TX 75236 - Denver CO 80239
Pu: 11/23 18:00 Del: 11/25 07:00
V/R 30,000lbs 790mi
Rate $1700 OBO
email: lonestar@lonestarloads.example
=> origin Dallas, TX 75236 | dest Denver, CO 80239 | pickup 2026-11-23 18:00 | delivery 2026-11-25 07:00
| equipment Van or reefer | weightPounds 30000 | tripMiles 790 | rate $1,700 | email lonestar@lonestarloads.example`,
  `Tomorrow. Visalia. Onions 44 thousand. To Kent Washington. 53 reefer. Twenty four hundred.
=> pickup 2026-11-21 | origin Visalia, CA | commodity Onions | weightPounds 44000 | dest Kent, WA | lengthFeet 53
| equipment Reefer`,
  `van load: San Bernardino, CA to Phoenix, AZ, ready at 1500 today, must deliver 0700 tomorrow, rate $1k
=> equipment Van | origin San Bernardino, CA | dest Phoenix, AZ | pickup 2026-11-20 15:00 | delivery 2026-11-21 07:00
| rate $1,000`,
]

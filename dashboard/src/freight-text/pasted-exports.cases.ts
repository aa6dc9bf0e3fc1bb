/** Texts copied from transport management systems, spreadsheets and rate confirmations, with invented content. */
export const pastedExports: string[] = [
  `Load #,Origin,Destination,Pickup Date,Delivery Date,Equipment,Weight,Miles,Rate
884120,"Ocala, FL","Norfolk, VA",11/23/2026,11/25/2026,Van,41000,716,1850.00
=> reference 884120 | origin Ocala, FL | dest Norfolk, VA | pickup 2026-11-23 | delivery 2026-11-25 | equipment Van
| weightPounds 41000 | tripMiles 716 | rate $1,850`,
  `Load ID\tShipper City\tShipper State\tConsignee City\tConsignee State\tPU Date\tDel Date\tTrailer\tMiles\tCarrier Rate
L-20931\tLaramie\tWY\tOgden\tUT\t11/24/2026\t11/25/2026\tReefer\t382\t1400
=> reference L-20931 | origin Laramie, WY | dest Ogden, UT | pickup 2026-11-24 | delivery 2026-11-25 | equipment Reefer
| tripMiles 382 | rate $1,400`,
  `Order: 500381
Stop 1 - Pickup
Brickyard Distribution
1200 Commerce Dr
Indianapolis, IN 46241
11/23/2026 09:00 - 11:00
Stop 2 - Delivery
Bayou Grocers DC
88 Canal Rd
Slidell, LA 70458
11/25/2026 05:00
Trailer: 53' Dry Van
Weight: 39,400 lbs
Commodity: Canned goods
Linehaul: $1,950.00
=> reference 500381 | origin Indianapolis, IN 46241 | pickup 2026-11-23 09:00 | pickupUntil 2026-11-23 11:00
| dest Slidell, LA 70458 | delivery 2026-11-25 05:00 | lengthFeet 53 | equipment Van | weightPounds 39400
| commodity Canned goods | rate $1,950`,
  `| Field | Value |
| --- | --- |
| Origin | Greenville, SC |
| Destination | Bowling Green, KY |
| Pickup | 2026-11-23 |
| Equipment | Dry Van |
| Weight | 27,000 lb |
| Rate | $1,275 |
=> origin Greenville, SC | dest Bowling Green, KY | pickup 2026-11-23 | equipment Van | weightPounds 27000
| rate $1,275`,
  `PRO# 7741920
SHIPPER: Cactus Glass, Casa Grande, AZ 85122
CONSIGNEE: Window World DC, Sparks, NV 89431
READY: 11/24/26 0700-1500
DUE: 11/25/26 1200
EQUIP: FLATBED 48
WEIGHT: 36,000
MILES: 702
RATE: 2,150.00 FLAT
=> reference 7741920 | origin Casa Grande, AZ 85122 | dest Sparks, NV 89431 | pickup 2026-11-24 07:00
| pickupUntil 2026-11-24 15:00 | delivery 2026-11-25 12:00 | equipment Flatbed | lengthFeet 48 | weightPounds 36000
| tripMiles 702 | rate $2,150`,
  `LOAD CONFIRMATION
Broker: Brightwater Logistics, Inc.   MC# 337812   DOT 1204418
Load Number: BW-66120
Equipment: Reefer 53 ft   Temp: -10 F continuous
Pickup: Watsonville, CA 95076   11/21/2026 13:00
Delivery: Aurora, CO 80011   11/23/2026 06:00
Commodity: Frozen berries   Weight: 42,300 lbs   Miles: 1,271
Total Carrier Pay: $3,650.00
Detention $50/hr after 2 hours, max $250. TONU $150.
=> company Brightwater Logistics, Inc. | mc 337812 | dot 1204418 | reference BW-66120 | equipment Reefer
| lengthFeet 53 | temperature -10 °F continuous | origin Watsonville, CA 95076 | pickup 2026-11-21 13:00
| dest Aurora, CO 80011 | delivery 2026-11-23 06:00 | commodity Frozen berries | weightPounds 42300
| tripMiles 1271 | rate $3,650`,
  `{"loadId":"TX-9914","origin":"Waco, TX","destination":"Tupelo, MS","pickupDate":"2026-11-23","equipment":"Van","weight":41250,"miles":587,"rate":1525}
=> reference TX-9914 | origin Waco, TX | dest Tupelo, MS | pickup 2026-11-23 | equipment Van | weightPounds 41250
| tripMiles 587 | rate $1,525`,
  `Shipment 3390
PU 1: Hagerstown, MD 21740 - 11/23/26 08:00
PU 2: Frederick, MD 21703 - 11/23/26 11:00
SO 1: Toledo, OH 43612 - 11/24/26 07:00
SO 2: Fort Wayne, IN 46818 - 11/24/26 12:00
Van, 34,000 lbs, 512 mi, $1,900
=> reference 3390 | origin Hagerstown, MD 21740 | pickup 2026-11-23 08:00 | dest Fort Wayne, IN 46818
| delivery 2026-11-24 12:00 | special Extra stops | equipment Van | weightPounds 34000 | tripMiles 512 | rate $1,900`,
  `From\tTo\tShip Date\tMode\tWt (lbs)\tTarget
Sumter SC\tEdison NJ\t11/25\tFTL Dry Van\t44,500\t$1,650
=> origin Sumter, SC | dest Edison, NJ | pickup 2026-11-25 | fullPartial full | equipment Van | weightPounds 44500
| rate $1,650`,
  `Load Number........: 118-4402
Origin.............: ELKO, NV
Destination........: PROVO, UT
Pickup Date........: 11/24/26
Equipment..........: SD
Weight.............: 45,000 LBS
Rate...............: $1,225.00
=> reference 118-4402 | origin Elko, NV | dest Provo, UT | pickup 2026-11-24 | equipment Step deck
| weightPounds 45000 | rate $1,225`,
  `Lane: Longview, TX > Monroe, LA
Pickup window: 11/23 06:00 - 11/23 18:00
Delivery window: 11/24 06:00 - 11/24 18:00
Equipment: Hopper Bottom
Commodity: Soybean meal
Weight: 50,000 lbs
Miles: 176
Rate per mile: $3.10
=> origin Longview, TX | dest Monroe, LA | pickup 2026-11-23 06:00 | pickupUntil 2026-11-23 18:00
| delivery 2026-11-24 06:00 | deliveryUntil 2026-11-24 18:00 | equipment Hopper bottom | commodity Soybean meal
| weightPounds 50000 | tripMiles 176 | rate $3.10/mi`,
  `Load Offer #90117
Origin: Ciudad Juárez, CH
Destination: Fort Worth, TX
Pickup: 11/24/2026
Equipment: 53' Dry Van
Rate: $2,200
=> reference 90117 | origin Ciudad Juárez, CH | dest Fort Worth, TX | pickup 2026-11-24 | lengthFeet 53 | equipment Van
| rate $2,200`,
  `Status: Available
Load: 55-20118
Customer: Lone Pine Paper
Bill To: Summit Hollow Logistics
Origin: Wausau WI 54401
Destination: Rockford IL 61109
Ship: 11/23/26
Deliver: 11/24/26
Pallets: 24
Weight: 43,800#
Distance: 214 mi
Max Buy: $800
=> reference 55-20118 | company Summit Hollow Logistics | origin Wausau, WI 54401 | dest Rockford, IL 61109
| pickup 2026-11-23 | delivery 2026-11-24 | weightPounds 43800 | tripMiles 214 | rate $800`,
  `Origin | Destination | Date | Equip | Weight | Rate
Decatur, AL | Terre Haute, IN | 11/24 | Reefer | 40,500 | $1,400
Decatur, AL | Gary, IN | 11/24 | Reefer | 41,000 | $1,650
=> loads 2 | origin Decatur, AL | dest Terre Haute, IN | pickup 2026-11-24 | equipment Reefer | weightPounds 40500
| rate $1,400`,
]

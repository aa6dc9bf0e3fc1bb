/** Texts copied from Truckstop, Loadlink and Sylectus, with invented content. */
export const pastedFromBoards: string[] = [
  `Age
0:05
Equipment
Flatbed
Pickup Date
11/23/26
Origin
Reno, NV
Destination
Boise, ID
Load Size
Full
Length
48
Weight
41,500
Mileage
423
Payment
$1,162.50
Company
Tamarack Freight
Phone
(555) 010-0163
Days to Pay
31
=> equipment Flatbed | pickup 2026-11-23 | origin Reno, NV | dest Boise, ID | fullPartial full | lengthFeet 48
| weightPounds 41500 | tripMiles 423 | rate $1,162.50 | company Tamarack Freight | phone (555) 010-0163
| daysToPay 31`,
  `Truckstop Load ID: 80214477
Origin: Tacoma, WA
Destination: Missoula, MT
Pickup: 11/24/26
Equipment: SD
Full/Partial: Full
Weight: 38000
Length: 48
Miles: 523
Rate: Call
Company: Cascade Gate Transport
Phone: (555) 010-0129
Days to pay: ----
=> reference 80214477 | origin Tacoma, WA | dest Missoula, MT | pickup 2026-11-24 | equipment Step deck
| fullPartial full | weightPounds 38000 | lengthFeet 48 | tripMiles 523 | company Cascade Gate Transport
| phone (555) 010-0129`,
  `Equip\tSize\tPickup\tOrigin\tSt\tDestination\tSt\tMiles\tWeight\tPay\tCompany\tPhone
V\tFull\t11/21/26\tAmarillo\tTX\tWichita\tKS\t402\t43000\t$1,050\tHigh Plains Brokerage\t(555) 010-0147
=> equipment Van | fullPartial full | pickup 2026-11-21 | origin Amarillo, TX | dest Wichita, KS | tripMiles 402
| weightPounds 43000 | rate $1,050 | company High Plains Brokerage | phone (555) 010-0147`,
  `Load Details
Pick up: Macon, GA
Date: 11/25/26 Time: 07:00
Delivery: Tampa, FL
Date: 11/26/26 Time: 09:00
Equipment type: Reefer
Temperature: 34F
Weight: 40,000 lbs
Mileage: 379
Offer rate: $1,600.00
Special info: Driver assist, lumper reimbursed
Broker: Peachgrove Logistics
MC: 902214
Credit: A
=> origin Macon, GA | pickup 2026-11-25 07:00 | dest Tampa, FL | delivery 2026-11-26 09:00 | equipment Reefer
| temperature 34 °F | weightPounds 40000 | tripMiles 379 | rate $1,600 | comments Driver assist, lumper reimbursed
| company Peachgrove Logistics | mc 902214`,
  `F | Full | 11/23/26 | Birmingham, AL | Jacksonville, FL | 464 mi | 47000 lbs | 48 ft | $1,750 | Steelcity Freight Services | (555) 010-0119
=> equipment Flatbed | fullPartial full | pickup 2026-11-23 | origin Birmingham, AL | dest Jacksonville, FL
| tripMiles 464 | weightPounds 47000 | lengthFeet 48 | rate $1,750 | company Steelcity Freight Services
| phone (555) 010-0119`,
  `Origin City: Pueblo
Origin State: CO
Destination City: Lubbock
Destination State: TX
Pick Up Date: 11/24/2026
Delivery Date: 11/25/2026
Equipment: Flatbed w/ tarps
Load Type: Full
Weight (lbs): 48,000
Length (ft): 48
Distance: 430
Rate: $1,290.00
Contact Name: Lena
Contact Phone: 555-010-0164
=> origin Pueblo, CO | dest Lubbock, TX | pickup 2026-11-24 | delivery 2026-11-25 | equipment Flatbed with tarps
| special Tarps | fullPartial full | weightPounds 48000 | lengthFeet 48 | tripMiles 430 | rate $1,290
| phone 555-010-0164`,
  `Partial load, 11/23/26
Origin  Dayton, OH  (DH 22)
Destination  Richmond, VA  (DH 5)
Equipment  Van
Length  16
Weight  9,500
Distance  492
Pay  $780.00
Days to Pay  26
Company  Wrightfield Logistics
=> fullPartial partial | pickup 2026-11-23 | origin Dayton, OH | deadheadMiles 22 | dest Richmond, VA | equipment Van
| lengthFeet 16 | weightPounds 9500 | tripMiles 492 | rate $780 | daysToPay 26 | company Wrightfield Logistics`,
  `Equipment\tLoad\tPick Up\tOrigin\tDestination\tMiles\tPay
RGN\tFull\t11/30/26\tPeoria, IL\tCheyenne, WY\t938\t$5,400
LB\tFull\t12/01/26\tPeoria, IL\tReno, NV\t1,877\t----
SD\tFull\t12/01/26\tPeoria, IL\tElko, NV\t1,590\t$4,100
=> loads 3 | equipment Removable gooseneck | fullPartial full | pickup 2026-11-30 | origin Peoria, IL
| dest Cheyenne, WY | tripMiles 938 | rate $5,400`,
  `Pickup City
Yakima, WA
Pickup Date
Nov 23 2026
Delivery City
Los Angeles, CA
Delivery Date
Nov 25 2026
Trailer
Reefer
Commodity
Apples
Weight
43,200 lbs
Temp
33 F
Target Rate
$2,900
Broker
Orchard Line Brokers
Email
loads@orchardline.example
=> origin Yakima, WA | pickup 2026-11-23 | dest Los Angeles, CA | delivery 2026-11-25 | equipment Reefer
| commodity Apples | weightPounds 43200 | temperature 33 °F | rate $2,900 | company Orchard Line Brokers
| email loads@orchardline.example`,
  `Origin: Mississauga, ON
Destination: Columbus, OH
Date Ready: 24-Nov-26
Vehicle: Reefer
Size: TL
Weight: 42000 lbs
Commodity: Frozen food
Company: Birchline Freight
Contact: Paul
Phone: 555-010-0151
Email: loads@birchline.example
=> origin Mississauga, ON | dest Columbus, OH | pickup 2026-11-24 | equipment Reefer | fullPartial full
| weightPounds 42000 | commodity Frozen food | company Birchline Freight | phone 555-010-0151
| email loads@birchline.example`,
  `LOADLINK
From: WINNIPEG, MB
To: FARGO, ND
Avail: 23/11/2026
Type: VAN
LTL/TL: LTL
Wt: 8,000
Co: PRAIRIE GATE TRANSPORT
=> origin Winnipeg, MB | dest Fargo, ND | pickup 2026-11-23 | equipment Van | fullPartial partial | weightPounds 8000
| company PRAIRIE GATE TRANSPORT`,
  `Origin\tDestination\tReady\tVehicle\tSize\tWeight\tMiles\tPosted By
Montréal, QC\tBoston, MA\t25-Nov\tVan\tTL\t44,000\t310\tTransport Fleuve Inc.
Laval, QC\tAlbany, NY\t25-Nov\tVan\tTL\t40,000\t225\tTransport Fleuve Inc.
=> loads 2 | origin Montréal, QC | dest Boston, MA | pickup 2026-11-25 | equipment Van | fullPartial full
| weightPounds 44000 | tripMiles 310 | company Transport Fleuve Inc.`,
  `Origin: Brampton, ON L6T 5R3
Destination: Moncton, NB E1C 4Z4
Ready: Nov 23 @ 10:00
Equipment: Dry Van 53'
Weight: 18,000 kg
Distance: 1,530 km
Rate: $4,200 CAD
Contact: dispatch@maplecrown.example
=> origin Brampton, ON L6T 5R3 | dest Moncton, NB E1C 4Z4 | pickup 2026-11-23 10:00 | equipment Van | lengthFeet 53
| weightPounds 39683 | tripMiles 951 | notes canadian-dollars | email dispatch@maplecrown.example`,
  `Trois-Rivières, QC → Saint John, NB
2026-11-24
Flatbed, 48 pi
20 000 kg
Bois d'oeuvre
Transport Batiscan inc.
555-010-0138
=> origin Trois-Rivières, QC | dest Saint John, NB | pickup 2026-11-24 | equipment Flatbed | lengthFeet 48
| weightPounds 44092 | company Transport Batiscan inc. | phone 555-010-0138`,
  `Calgary AB to Dallas TX
Date ready 26 Nov
Stepdeck TL 45000lbs
Rate USD 4,350
Foothill Crossing Freight Ltd
=> origin Calgary, AB | dest Dallas, TX | pickup 2026-11-26 | equipment Step deck | fullPartial full
| weightPounds 45000 | rate $4,350 | company Foothill Crossing Freight Ltd`,
  `Load Type: Expedited Load
Posted: 11/20/2026 09:12 EST    Expires: 11/20/2026 12:12 EST
Pick-up at: Toledo, OH 43604
Pick-up date: 11/21/2026 08:00 EST
Deliver to: Laredo, TX 78040
Deliver date: 11/22/2026 14:00 CST
Miles: 1508
Pieces: 3
Weight: 6200 lbs
Dimensions: 48x40x52
Suggested Truck Size: LARGE STRAIGHT
Reference: 77120
Posted by: Harbor & Pine Brokerage
Broker MC: 554120
Email: board@harborpine.example
Notes: Dock high, no hazmat
Days to Pay: 24 Credit Score: 96
=> origin Toledo, OH 43604 | pickup 2026-11-21 08:00 | dest Laredo, TX 78040 | delivery 2026-11-22 14:00
| tripMiles 1508 | weightPounds 6200 | equipment Large straight truck | reference 77120
| company Harbor & Pine Brokerage | mc 554120 | email board@harborpine.example | comments Dock high, no hazmat
| daysToPay 24 | creditScore 96`,
  `SMALL STRAIGHT from Livonia, MI 48150 to Nashville, TN 37211
Pick-up: 11/20/2026 ASAP
Delivery: 11/21/2026 08:00 Direct
548 miles, 2 skids, 3,400 lbs
Bid on order no. 118820
Contact: Expedite desk 555-010-0198
=> equipment Small straight truck | origin Livonia, MI 48150 | dest Nashville, TN 37211 | pickup 2026-11-20
| delivery 2026-11-21 08:00 | tripMiles 548 | weightPounds 3400 | reference 118820 | phone 555-010-0198`,
  `CARGO VAN\tRomulus, MI\t11/20/26 16:00\tElkhart, IN\t11/20/26 21:00\t187\t1\t850\tNorthdock Expedite\tR-55102
=> equipment Cargo van | origin Romulus, MI | pickup 2026-11-20 16:00 | dest Elkhart, IN | delivery 2026-11-20 21:00
| tripMiles 187 | weightPounds 850 | company Northdock Expedite | reference R-55102`,
  `Sprinter needed
PICKUP: Grand Rapids, MI 49512 - 11/21/26 06:00
DELIVERY: Greer, SC 29651 - 11/21/26 20:00
DIST: 742 mi
WGT: 1,900 lb
PCS: 2 / DIMS 48*45*60
HAZ: N
=> equipment Sprinter van | origin Grand Rapids, MI 49512 | pickup 2026-11-21 06:00 | dest Greer, SC 29651
| delivery 2026-11-21 20:00 | tripMiles 742 | weightPounds 1900`,
  `Order No: 20261120-14
Vehicle Size: Cargo Van
Pickup Location: Windsor, ON N9A 6T3
Pickup Date/Time: 11/20/2026 15:30
Delivery Location: Smyrna, TN 37167
Delivery Date/Time: 11/21/2026 06:30
Total Miles: 572
Total Weight: 1,150
Hazmat: Yes
Bid Link: https://bids.lakeshore.example/b/14
Company: Lakeshore Expediting
=> reference 20261120-14 | equipment Cargo van | origin Windsor, ON N9A 6T3 | pickup 2026-11-20 15:30
| dest Smyrna, TN 37167 | delivery 2026-11-21 06:30 | tripMiles 572 | weightPounds 1150 | special Hazmat
| company Lakeshore Expediting`,
]

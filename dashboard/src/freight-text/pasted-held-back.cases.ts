/**
 * Texts that measure the reader and were not used to make it: temperatures, numbers after a company's name, rate
 * confirmations, dimensions and multi-stop loads, with invented content.
 */
export const pastedHeldBack: string[] = [
  `Ridgemont Logistics MC 445566
Salinas, CA to Chicago, IL
PU 11/21 1000, DEL 11/24 0500
Reefer -10F continuous
42,000 lbs frozen broccoli
$5,900
=> company Ridgemont Logistics | mc 445566 | origin Salinas, CA | dest Chicago, IL | pickup 2026-11-21 10:00
| delivery 2026-11-24 05:00 | equipment Reefer | temperature -10 °F continuous | weightPounds 42000
| commodity frozen broccoli | rate $5,900`,
  `Hey, reefer 34-36 cont out of Nogales AZ tomorrow 2pm going to Hunts Point Bronx NY, tomatoes 40k, $6,400, del Tues 11/24 0200
=> equipment Reefer | temperature 34 to 36 °F continuous | origin Nogales, AZ | pickup 2026-11-21 14:00 | dest Bronx, NY
| commodity tomatoes | weightPounds 40000 | rate $6,400 | delivery 2026-11-24 02:00`,
  `Green Bay, WI to Lakeland, FL
R 53 set at 28° 43k cheese
pick 11/23 0700
drop 11/25 0600 appt
3950 all in
Fox Valley Freight Brokers MC# 712233
=> origin Green Bay, WI | dest Lakeland, FL | equipment Reefer | lengthFeet 53 | temperature 28 °F | weightPounds 43000
| commodity cheese | pickup 2026-11-23 07:00 | delivery 2026-11-25 06:00 | rate $3,950
| company Fox Valley Freight Brokers | mc 712233`,
  `Bananas from Gulfport, MS to Louisville, KY. Temp 55 degrees start-stop. 38,500 lbs. Pickup Monday 11/23 at 6am, delivery Tuesday 11/24 at 7am. Paying $2,100. Call Nina 555-010-0149
=> commodity Bananas | origin Gulfport, MS | dest Louisville, KY | temperature 55 °F start-stop | weightPounds 38500
| pickup 2026-11-23 06:00 | delivery 2026-11-24 07:00 | rate $2,100 | phone 555-010-0149`,
  `RATE CONFIRMATION
Carrier: Redbud Carriers   MC# 123456
Broker: Cold Harbor Logistics LLC   MC# 660112
Load #: CH-88120
Equipment: 53' Reefer
Temperature: 0 to 10 F (Continuous)
Pick 1: Sysling Foods, 400 Dock St, Gaffney, SC 29340 | 11/23/2026 08:00
Drop 1: Harvest DC, 77 Lake Rd, Joplin, MO 64801 | 11/24/2026 14:00
Commodity: Frozen chicken
Weight: 41,800 lbs
Total Rate: $3,275.00 USD
=> company Cold Harbor Logistics LLC | mc 660112 | reference CH-88120 | equipment Reefer | lengthFeet 53
| temperature 0 to 10 °F continuous | origin Gaffney, SC 29340 | pickup 2026-11-23 08:00 | dest Joplin, MO 64801
| delivery 2026-11-24 14:00 | commodity Frozen chicken | weightPounds 41800 | rate $3,275`,
  `[20/11/26, 15:42:10] Carlos: tienes reefer?
[20/11/26, 15:42:31] Carlos: McAllen TX to Philadelphia PA
[20/11/26, 15:42:55] Carlos: limes 45F continuous 41k
[20/11/26, 15:43:20] Carlos: mañana 10am, pays 5200
=> equipment Reefer | origin McAllen, TX | dest Philadelphia, PA | commodity limes | temperature 45 °F continuous
| weightPounds 41000 | pickup 2026-11-21 10:00 | rate $5,200`,
  `Frozen load, minus 10, Caldwell, ID 83605 to Denver, CO 80216
Ready Sat 11/21 09:00 - 15:00
Deliver Mon 11/23 04:00
40,200 lbs
$2,450
Boise Basin Brokerage | MC 559102 | dispatch@boisebasin.example
=> temperature -10 °F | origin Caldwell, ID 83605 | dest Denver, CO 80216 | pickup 2026-11-21 09:00
| pickupUntil 2026-11-21 15:00 | delivery 2026-11-23 04:00 | weightPounds 40200 | rate $2,450
| company Boise Basin Brokerage | mc 559102 | email dispatch@boisebasin.example`,
  `Origin\tDest\tPU\tDEL\tTemp\tWt\tRate
Tulare, CA\tPhoenix, AZ\t11/21\t11/22\t34-38\t42,000\t$1,900
Tulare, CA\tTucson, AZ\t11/21\t11/22\t34-38\t42,500\t$2,050
=> loads 2 | origin Tulare, CA | dest Phoenix, AZ | pickup 2026-11-21 | delivery 2026-11-22 | temperature 34 to 38 °F
| weightPounds 42000 | rate $1,900`,
  `Load 71-2204
Leamington, ON to Allentown, PA
Reefer at +4C, peppers, 19,500 kg
Pick Nov 23 13:00, deliver Nov 24 11:00
USD 2,900
Essex County Transport Brokers
=> reference 71-2204 | origin Leamington, ON | dest Allentown, PA | equipment Reefer | temperature 39 °F | commodity peppers
| weightPounds 42990 | pickup 2026-11-23 13:00 | delivery 2026-11-24 11:00 | rate $2,900
| company Essex County Transport Brokers`,
  `Need a reefer running at 65 deg (chocolate), Hershey, PA 17033 to Tampa, FL 33605
11/23 pick 1100
11/25 drop 0800
44,100#
$3,050 to the truck
Susquehanna Freight Group MC 401877 / 555-010-0186
=> equipment Reefer | temperature 65 °F | commodity chocolate | origin Hershey, PA 17033 | dest Tampa, FL 33605
| pickup 2026-11-23 11:00 | delivery 2026-11-25 08:00 | weightPounds 44100 | rate $3,050
| company Susquehanna Freight Group | mc 401877 | phone 555-010-0186`,
  `Ice cream Le Mars, IA to Dallas, TX, -20 continuous, must precool, 39k, pu 11/24 6p, del 11/26 5a, 2900$. Siouxland Cold MC-338190
=> commodity Ice cream | origin Le Mars, IA | dest Dallas, TX | temperature -20 °F continuous | weightPounds 39000
| pickup 2026-11-24 18:00 | delivery 2026-11-26 05:00 | rate $2,900 | company Siouxland Cold | mc 338190`,
  `Equipment: Reefer 53
Set Point: 36°F
Mode: Continuous
Origin: Wenatchee, WA 98801
Destination: Ogden, UT 84404
Pickup: 11/24/26 07:00-14:00
Delivery: 11/25/26 by 15:00
Commodity: Pears
Weight: 43,600
Miles: 738
Rate: $2,250
=> equipment Reefer | lengthFeet 53 | temperature 36 °F continuous | origin Wenatchee, WA 98801 | dest Ogden, UT 84404
| pickup 2026-11-24 07:00 | pickupUntil 2026-11-24 14:00 | delivery 2026-11-25 15:00 | commodity Pears
| weightPounds 43600 | tripMiles 738 | rate $2,250`,
  `Protect from freeze only (50-70 degrees), paint, reefer or heated van. Cleveland, OH > Minneapolis, MN. 35,000 lbs, picks 11/23, drops 11/24. $1,950
=> temperature 50 to 70 °F | commodity paint | equipment Van or reefer | origin Cleveland, OH | dest Minneapolis, MN
| weightPounds 35000 | pickup 2026-11-23 | delivery 2026-11-24 | rate $1,950`,
  `Fresh load from Watsonville CA to Aurora CO
Temp: 33/34
Cont.
berries 12 pallets 18,000 lbs
pick today 5pm del 11/22 8am
$3,100
=> origin Watsonville, CA | dest Aurora, CO | temperature 33 to 34 °F continuous | commodity berries | weightPounds 18000
| pickup 2026-11-20 17:00 | delivery 2026-11-22 08:00 | rate $3,100`,
  `Posting from Blackhawk Freight Services MC 884410
Flatbed, no tarps, 48'
Lone Star, TX 75668 to Moore, OK 73160
Pipe, 46,800 lbs, 38' long
Ready 11/23 0700-1500
Deliver 11/24 0700-1400
$1,350
=> company Blackhawk Freight Services | mc 884410 | equipment Flatbed | lengthFeet 48 | origin Lone Star, TX 75668
| dest Moore, OK 73160 | commodity Pipe | weightPounds 46800 | pickup 2026-11-23 07:00 | pickupUntil 2026-11-23 15:00
| delivery 2026-11-24 07:00 | deliveryUntil 2026-11-24 14:00 | rate $1,350`,
  `Step deck needed: excavator, 22'L x 8'6"W x 9'10"H, 41,500 lbs
From: Shakopee, MN 55379
To: Rapid City, SD 57701
Ready: 11/24
Rate: $2,400
Call Dale at Prairie Iron Logistics 555-010-0171
=> equipment Step deck | commodity excavator | lengthFeet 22 | weightPounds 41500 | origin Shakopee, MN 55379
| dest Rapid City, SD 57701 | pickup 2026-11-24 | rate $2,400 | phone 555-010-0171
| company Prairie Iron Logistics`,
  `RGN - 13'6" tall, 11'8" wide, 78,000 lbs, 38 ft
Longview, WA to Billings, MT
permits and escorts paid by broker
avail 11/30
$9,750
Columbia Heavy Haul LLC, MC 519330, DOT 1877204
=> equipment Removable gooseneck | weightPounds 78000 | lengthFeet 38 | origin Longview, WA | dest Billings, MT
| pickup 2026-11-30 | rate $9,750 | company Columbia Heavy Haul LLC | mc 519330 | dot 1877204`,
  `partial flatbed 8ft of deck, 4,500 lbs, 1 crate machinery
Rockford IL - Wichita KS
pick Mon drop Wed
$700
6' tarp
=> fullPartial partial | equipment Flatbed | lengthFeet 8 | weightPounds 4500 | commodity machinery
| origin Rockford, IL | dest Wichita, KS | pickup 2026-11-23 | delivery 2026-11-25 | rate $700 | special Tarps`,
  `Tarped lumber, 8' drops, Roseburg, OR 97470 to Stockton, CA 95206, 48,000 lbs, flatbed 48-53', Monday, $1,475. Umpqua Timber Logistics MC 290417
=> special Tarps | commodity lumber | origin Roseburg, OR 97470 | dest Stockton, CA 95206 | weightPounds 48000
| equipment Flatbed | lengthFeet 48 | pickup 2026-11-23 | rate $1,475 | company Umpqua Timber Logistics | mc 290417`,
  `Conestoga or flatbed w/tarps
Coil, 44,500, Ghent KY to Lansing MI
PU 11/23 2000
DEL 11/24 0700
$1,300 + $75 tarp
=> special Tarps | equipment Conestoga | commodity Coil | weightPounds 44500 | origin Ghent, KY | dest Lansing, MI
| pickup 2026-11-23 20:00 | delivery 2026-11-24 07:00 | rate $1,300`,
  `Hotshot partial, 16' of 40', 3,200 lbs, 2 ATVs, Elko NV to Grand Junction CO, 610 mi, $1.85/mi, ready 11/21, Silver State Hotshots MC 1204481
=> equipment Flatbed, hotshot | fullPartial partial | lengthFeet 16 | weightPounds 3200 | origin Elko, NV
| dest Grand Junction, CO | tripMiles 610 | rate $1.85/mi | pickup 2026-11-21 | company Silver State Hotshots
| mc 1204481`,
  `MULTI STOP 🛑
Pick 1: Modesto, CA 11/21 0800
Pick 2: Lodi, CA 11/21 1300
Drop 1: Omaha, NE 11/24 0600
Drop 2: Des Moines, IA 11/24 1200
van 42k wine
$4,850
=> special Extra stops | origin Modesto, CA | pickup 2026-11-21 08:00 | dest Des Moines, IA | delivery 2026-11-24 12:00
| equipment Van | weightPounds 42000 | commodity wine | rate $4,850`,
  `1 pick 3 drops - Hickory, NC 28601 to Dallas, TX 75247 / Austin, TX 78744 / San Antonio, TX 78219
furniture, blanket wrap no, 53 dry van, 14,000 lbs
Pick 11/23 by 3pm, final 11/26
$3,600 includes stops
=> special Extra stops | origin Hickory, NC 28601 | dest San Antonio, TX 78219 | commodity furniture | lengthFeet 53
| equipment Van | weightPounds 14000 | pickup 2026-11-23 15:00 | delivery 2026-11-26 | rate $3,600`,
  `LOAD TENDER
Order Number: 4410992
Shipper
Badger Paperboard
Neenah, WI 54956
Pickup Appt: 11/23/2026 10:30
Consignee
Blue Ridge Boxes
Salem, VA 24153
Delivery Appt: 11/24/2026 13:00
Equipment Type: DRY VAN 53
Total Weight: 44,650 LB
Commodity Description: Paperboard rolls
Carrier Pay: 2,075.00
=> reference 4410992 | origin Neenah, WI 54956 | pickup 2026-11-23 10:30 | dest Salem, VA 24153
| delivery 2026-11-24 13:00 | equipment Van | lengthFeet 53 | weightPounds 44650 | commodity Paperboard rolls
| rate $2,075`,
  `Carrier Rate Agreement - Load 5521887
Bill To: Northfork Transport Solutions, MC 744120
Line Haul $1,700.00
Fuel $0.00
Total $1,700.00
Stop 1 (Pickup) Ardmore, OK 73401 11/24/26 0900
Stop 2 (Delivery) Conway, AR 72032 11/25/26 0800
Van - 53 ft - 32,000 lbs - Tires
=> reference 5521887 | company Northfork Transport Solutions | mc 744120 | rate $1,700 | origin Ardmore, OK 73401
| pickup 2026-11-24 09:00 | dest Conway, AR 72032 | delivery 2026-11-25 08:00 | equipment Van | lengthFeet 53
| weightPounds 32000 | commodity Tires`,
  `Hazmat class 3 (UN1263), team required, Cleveland, TN 37311 to Sumner, WA 98390, 38,900 lbs, van, PU 11/23 0800, DEL 11/25 1700, 2,510 miles, $10,200. Volunteer Hazmat Logistics MC 615540
=> special Hazmat, Team | origin Cleveland, TN 37311 | dest Sumner, WA 98390 | weightPounds 38900 | equipment Van
| pickup 2026-11-23 08:00 | delivery 2026-11-25 17:00 | tripMiles 2510 | rate $10,200
| company Volunteer Hazmat Logistics | mc 615540`,
  `Team run ✅ Ontario CA ➡️ Carteret NJ, 2,780mi, pu 11/21 20:00, del 11/24 08:00, drop & hook both ends, $8,900, 53' van, 30k. Swiftline Express MC 990145
=> special Team | origin Ontario, CA | dest Carteret, NJ | tripMiles 2780 | pickup 2026-11-21 20:00
| delivery 2026-11-24 08:00 | rate $8,900 | lengthFeet 53 | equipment Van | weightPounds 30000
| company Swiftline Express | mc 990145`,
  `Hi team, non-haz, no touch, 22 pallets of pet food, 43,200 lbs, St. Joseph, MO to Fort Worth, TX.
Pickup window 11/23 08:00-12:00, delivery 11/24 06:00.
What's your best on it? We have been paying 1450.
Thanks, Kara at Pony Express Brokerage, MC 377201
=> commodity pet food | weightPounds 43200 | origin St. Joseph, MO | dest Fort Worth, TX | pickup 2026-11-23 08:00
| pickupUntil 2026-11-23 12:00 | delivery 2026-11-24 06:00 | rate $1,450 | company Pony Express Brokerage | mc 377201`,
  `Good afternoon,
Load on board: Regina, SK S4N 5Y1 to Fargo, ND 58102
B-train, 80,000 lbs lentils
Loads 11/24, unloads 11/25
$2,750 USD
Wheatland Freight Brokers Inc.
306-555-0162
=> origin Regina, SK S4N 5Y1 | dest Fargo, ND 58102 | equipment B-train | weightPounds 80000 | commodity lentils
| pickup 2026-11-24 | delivery 2026-11-25 | rate $2,750 | company Wheatland Freight Brokers Inc.
| phone 306-555-0162`,
  `Kelowna, BC V1X 5C3 -> Spokane, WA 99212
apples, reefer +1C, 20 skids 18,500 kg
Pick 24 Nov 0900 / Deliver 25 Nov 0700
CAD 1,850
=> origin Kelowna, BC V1X 5C3 | dest Spokane, WA 99212 | commodity apples | equipment Reefer | temperature 34 °F
| weightPounds 40785 | pickup 2026-11-24 09:00 | delivery 2026-11-25 07:00 | notes canadian-dollars`,
  `Moncton NB to Mississauga ON, dry van TL, 42,000 lbs, ready Nov 23, $2,600 CDN, Fundy Coast Logistics
=> origin Moncton, NB | dest Mississauga, ON | equipment Van | fullPartial full | weightPounds 42000
| pickup 2026-11-23 | notes canadian-dollars | company Fundy Coast Logistics`,
  `DFW > ATL tmrw
VR
45 temp
40k
$1900
MC req 6mo
=> origin Dallas, TX | dest Atlanta, GA | pickup 2026-11-21 | equipment Van or reefer | temperature 45 °F | weightPounds 40000
| rate $1,900`,
  `3 loads for tomorrow:
• Elizabeth NJ → Worcester MA • van • 30k • $900
• Elizabeth NJ → Bangor ME • van • 36k • $1,700
• Newark NJ → Buffalo NY • reefer 34F • 40k • $1,350
Passaic Freight Co MC 820114 (555) 010-0175
=> loads 3 | pickup 2026-11-21 | origin Elizabeth, NJ | dest Worcester, MA | equipment Van | weightPounds 30000
| rate $900 | company Passaic Freight Co | mc 820114 | phone (555) 010-0175`,
  `Load List 11/23/2026 - Gateway Truck Brokers, MC 270081

#1201  Granite City, IL  ->  Mobile, AL     F   47,000  48  $1,900
#1202  Granite City, IL  ->  Houston, TX    F   46,500  48  $2,300
#1203  Sauget, IL        ->  Toledo, OH     V   44,000  53  $1,350
=> loads 3 | pickup 2026-11-23 | company Gateway Truck Brokers | mc 270081 | reference 1201 | origin Granite City, IL
| dest Mobile, AL | equipment Flatbed | weightPounds 47000 | lengthFeet 48 | rate $1,900`,
  `Dry van, Fri 11/27
Hanover Park, IL 60133
Shippensburg, PA 17257
675 mi · 39,700 lb · 53 ft
$1,825
Trident Freight Mgmt MC# 468812
91 CS · 30 DTP
=> equipment Van | pickup 2026-11-27 | origin Hanover Park, IL 60133 | dest Shippensburg, PA 17257 | tripMiles 675
| weightPounds 39700 | lengthFeet 53 | rate $1,825 | company Trident Freight Mgmt | mc 468812 | creditScore 91
| daysToPay 30`,
  `Dana here w/ Lakeshore Freight Partners MC 551900. Got your email on the Muskegon MI to Evansville IN, still open, picks 11/23 0900, 41k castings, del 11/24 0700, I can do 1275
=> company Lakeshore Freight Partners | mc 551900 | origin Muskegon, MI | dest Evansville, IN | pickup 2026-11-23 09:00
| weightPounds 41000 | commodity castings | delivery 2026-11-24 07:00 | rate $1,275`,
  `Box truck 26ft w/ liftgate
Allentown, PA 18109 to Yonkers, NY 10701
6 pallets, 4,800 lbs
11/21 0900
$525
Lehigh Final Mile MC 1330298
=> equipment Straight box truck | lengthFeet 26 | origin Allentown, PA 18109 | dest Yonkers, NY 10701
| weightPounds 4800 | pickup 2026-11-21 09:00 | rate $525 | company Lehigh Final Mile | mc 1330298`,
  `Power only, loaded trailer at Edgerton, KS 66021, deliver West Memphis, AR 72301. Pick any time 11/22, deliver by 11/23 1800. 480 loaded miles. $1,225. Heartland Drop Trailer Network, Inc. MC-1055120, Rita 555-010-0114
=> equipment Power only | origin Edgerton, KS 66021 | dest West Memphis, AR 72301 | pickup 2026-11-22
| delivery 2026-11-23 18:00 | tripMiles 480 | rate $1,225 | company Heartland Drop Trailer Network, Inc.
| mc 1055120 | phone 555-010-0114`,
  `Container drayage: Port of Savannah, GA to Macon, GA, 40' HC, 43,000 lbs, LFD 11/24, $850
=> equipment Container | origin Savannah, GA | dest Macon, GA | lengthFeet 40 | weightPounds 43000 | rate $850`,
  `Subject: Houston TX - Baton Rouge LA / Tanker

Food grade tanker, 45,000 lbs corn syrup, washed
Load 11/24 0600 Houston, TX 77015
Deliver 11/24 1700 Baton Rouge, LA 70805
280 miles, $1,400
Bayou Bulk Logistics (MC 207733)
ops@bayoubulk.example
=> equipment Tanker | weightPounds 45000 | commodity corn syrup | origin Houston, TX 77015 | pickup 2026-11-24 06:00
| dest Baton Rouge, LA 70805 | delivery 2026-11-24 17:00 | tripMiles 280 | rate $1,400
| company Bayou Bulk Logistics | mc 207733 | email ops@bayoubulk.example`,
]

/** Emails in which brokers offer one load, with invented content. */
export const pastedEmails: string[] = [
  `Hi Maria,

Do you have a truck for this one?

Pickup: Joliet, IL 60435 - Monday 11/23 8am-2pm FCFS
Delivery: Dallas, TX 75212 - Wednesday 11/25 7am appt
Equipment: 53' dry van
Weight: 44,000 lbs
Commodity: Paper products
Rate: $2,400 all in

Thanks,
Dana Whitfield
Quillon Logistics
(555) 010-0142
dana@quillon.example
=> origin Joliet, IL 60435 | pickup 2026-11-23 08:00 | pickupUntil 2026-11-23 14:00 | dest Dallas, TX 75212
| delivery 2026-11-25 07:00 | lengthFeet 53 | equipment Van | weightPounds 44000 | commodity Paper products
| rate $2,400 | company Quillon Logistics | phone (555) 010-0142 | email dana@quillon.example`,
  `Subject: Load - Fresno, CA to Boise, ID - 11/23

PU 11/23 0700-1500 Fresno, CA
DEL 11/24 0800 Boise, ID
42k lbs almonds
Reefer, 36 degrees
$2,650

Best,
Owen
Basin Range Freight
=> origin Fresno, CA | pickup 2026-11-23 07:00 | pickupUntil 2026-11-23 15:00 | dest Boise, ID
| delivery 2026-11-24 08:00 | weightPounds 42000 | commodity almonds | equipment Reefer | temperature 36 °F
| rate $2,650 | company Basin Range Freight`,
  `We need a flatbed tomorrow out of Gary, IN going to Pittsburgh, PA. 46,500 lbs of steel coil, 48 ft, tarps required. Paying $1,650. Call me at 555-010-0118.

Ray - Ironbridge Logistics, Inc. MC 440918
=> equipment Flatbed | pickup 2026-11-21 | origin Gary, IN | dest Pittsburgh, PA | weightPounds 46500
| commodity steel coil | lengthFeet 48 | special Tarps | rate $1,650 | phone 555-010-0118
| company Ironbridge Logistics, Inc. | mc 440918`,
  `Thanks for reaching out about this load

Load Details:

Pickup: November 23rd 0800-2000 EST Taylorsville, NC
Delivery: November 24th Colrain, MA
Commodity: Reels
Dims: 53ft - palletized
Weight: 40000
Other:
=> pickup 2026-11-23 08:00 | pickupUntil 2026-11-23 20:00 | origin Taylorsville, NC | delivery 2026-11-24
| dest Colrain, MA | commodity Reels | lengthFeet 53 | weightPounds 40000`,
  `mt Vernon IN - LADSON SC

pu 11/24 ; 0700 - 1500

del 11/26; 0700 - 1500

45k lbs of palletized roofing

$1555

Best,
=> origin Mt Vernon, IN | dest Ladson, SC | pickup 2026-11-24 07:00 | pickupUntil 2026-11-24 15:00
| delivery 2026-11-26 07:00 | deliveryUntil 2026-11-26 15:00 | weightPounds 45000 | commodity palletized roofing
| rate $1,555`,
  `Our rate is $2,675, can you cover it?

* Reference ID: 303075
* Equipment: 53 ft, VAN, REEFER
* Stops:
  * Origin: Santa Clarita, CA on 11/23/2026 at 1700 PST
  * Destination: BENTONVILLE, AR on 11/27/2026 at 1600 CST
* Commodity: Palletized Freight
* Weight: 34,175 lb
* Pickup Notes: Must protect from freeze. $200 late fee.
=> rate $2,675 | reference 303075 | lengthFeet 53 | equipment Van or reefer | origin Santa Clarita, CA
| pickup 2026-11-23 17:00 | dest Bentonville, AR | delivery 2026-11-27 16:00 | commodity Palletized Freight
| weightPounds 34175 | comments Must protect from freeze. $200 late fee.`,
  `Good morning team,

Covering a hot one today! Hattiesburg MS 39401 to Conyers GA 30013, picks up today by 4pm and delivers tomorrow 11/21 between 0600 and 1000. 21 pallets of bottled water at 43,900 pounds. Dry van only. 1,050 to the truck.

Let me know ASAP.

Jess Moran | Carrier Sales
Pinebelt Brokerage LLC
O: (555) 010-0177 | C: (555) 010-0178
jmoran@pinebelt.example
MC# 881245
=> origin Hattiesburg, MS 39401 | dest Conyers, GA 30013 | pickup 2026-11-20 16:00 | delivery 2026-11-21 06:00
| deliveryUntil 2026-11-21 10:00 | commodity bottled water | weightPounds 43900 | equipment Van | rate $1,050
| company Pinebelt Brokerage LLC | phone (555) 010-0177 | email jmoran@pinebelt.example | mc 881245`,
  `Origin – Tracy, CA
Destination – Kent, WA
Pick up – 11/21 @ 14:00
Delivery – 11/23 @ 06:00
Weight – 39,000 lbs
Equip – 53' Reefer (preloaded, drop & hook)
Offer – $2,300.00
=> origin Tracy, CA | dest Kent, WA | pickup 2026-11-21 14:00 | delivery 2026-11-23 06:00 | weightPounds 39000
| lengthFeet 53 | equipment Reefer | rate $2,300`,
  `FW: Available shipment

Please quote the following shipment:

Ship from: Sheboygan, Wisconsin
Ship to: Lexington, Kentucky
Ship date: December 1, 2026
Deliver by: December 2, 2026
Trailer: Dry Van or Reefer
Gross weight: 38,250 lbs
Product: Cheese, dry storage
Reference: SHB-10042

Regards,
Kettle Moraine Logistics
quotes@kettlemoraine.example
=> origin Sheboygan, WI | dest Lexington, KY | pickup 2026-12-01 | delivery 2026-12-02 | equipment Van or reefer
| weightPounds 38250 | commodity Cheese, dry storage | reference SHB-10042 | company Kettle Moraine Logistics
| email quotes@kettlemoraine.example`,
  `Hello,

I have a team load picking up Saturday 11/21 in Reno NV delivering Monday 11/23 in Harrisburg PA. 2,480 miles paying $8,500. Needs a 53' dry van with TEAM drivers, high value electronics, 28,000 lbs. Hazmat endorsement not needed.

Sam Ortega
Truckee Transport Brokers
555.010.0183
=> special Team | pickup 2026-11-21 | origin Reno, NV | delivery 2026-11-23 | dest Harrisburg, PA | tripMiles 2480
| rate $8,500 | lengthFeet 53 | equipment Van | commodity high value electronics | weightPounds 28000
| company Truckee Transport Brokers | phone 555.010.0183`,
  `HAZMAT load - class 8, UN 1824
Baytown, TX 77520 to Lima, OH 45804
Ready 11/24 10:00, deliver 11/26 08:00
Van, 42,000 lbs, 1,240 miles
$4,100 plus hazmat placards provided
Gulf Coast Chemical Freight - MC 300188
=> special Hazmat | origin Baytown, TX 77520 | dest Lima, OH 45804 | pickup 2026-11-24 10:00 | delivery 2026-11-26 08:00
| equipment Van | weightPounds 42000 | tripMiles 1240 | rate $4,100 | company Gulf Coast Chemical Freight | mc 300188`,
  `Looking for a partial: 6 pallets, 7,200 lbs, 12 linear feet from Savannah, GA to Knoxville, TN. Ready 11/23, deliver by 11/25. $850. - Tybee Freight Partners, ops@tybee.example
=> fullPartial partial | weightPounds 7200 | lengthFeet 12 | origin Savannah, GA | dest Knoxville, TN
| pickup 2026-11-23 | delivery 2026-11-25 | rate $850 | company Tybee Freight Partners | email ops@tybee.example`,
  `Steven,
Load is 1 pick 2 drops.
Pick: Ontario, CA 91761 on 11/23 between 8:00 AM - 12:00 PM
Drop 1: Las Vegas, NV 89118 on 11/24 at 5:00 AM
Drop 2: St. George, UT 84790 on 11/24 at 12:00 PM
53' Reefer, 38 F, 30,000 lbs of yogurt
Total miles: 400
Rate is $1,700
=> special Extra stops | temperature 38 °F | origin Ontario, CA 91761 | pickup 2026-11-23 08:00 | pickupUntil 2026-11-23 12:00
| dest St. George, UT 84790 | delivery 2026-11-24 12:00 | lengthFeet 53 | equipment Reefer | weightPounds 30000
| commodity yogurt | tripMiles 400 | rate $1,700`,
  `Load available:
Laredo, TX (Mexico crossing at World Trade Bridge) to Smyrna, GA
Pick up Tue 11/24, delivery Thu 11/26
Dry van, 44000 lbs auto parts, $2.05 per mile
Border Star Logistics 555-010-0122
=> origin Laredo, TX | dest Smyrna, GA | pickup 2026-11-24 | delivery 2026-11-26 | equipment Van | weightPounds 44000
| commodity auto parts | rate $2.05/mi | company Border Star Logistics | phone 555-010-0122`,
  `Hi,

Can you haul an oversize load from Tulsa, OK to Casper, WY?
10'6" wide, permits provided, step deck or RGN, 52,000 lbs, ready Wednesday.
We have $5,200 on it.

Regards
Red Mesa Heavy Haul
=> origin Tulsa, OK | dest Casper, WY | equipment Step deck or RGN | weightPounds 52000 | pickup 2026-11-25
| rate $5,200 | company Red Mesa Heavy Haul`,
  `PICK UP:
Green Acres Growers
450 Farm Rd
Plant City, FL 33563
11/22/2026 06:00

DELIVER TO:
Capital Produce Terminal
Jessup, MD 20794
11/24/2026 02:00

REEFER 53' 34°F
40,000 LBS STRAWBERRIES
RATE: $3,300
LOAD # 71180
=> origin Plant City, FL 33563 | pickup 2026-11-22 06:00 | dest Jessup, MD 20794 | delivery 2026-11-24 02:00
| equipment Reefer | lengthFeet 53 | temperature 34 °F | weightPounds 40000 | commodity STRAWBERRIES | rate $3,300
| reference 71180`,
  `Any trucks near Cincinnati, OH? I need a power only for a drop trailer to Chattanooga, TN. Pick up today after 3 PM, deliver tomorrow by noon. 340 miles, $950.
Queen City Loads, 555-010-0131
=> origin Cincinnati, OH | equipment Power only | dest Chattanooga, TN | pickup 2026-11-20 15:00
| delivery 2026-11-21 12:00 | tripMiles 340 | rate $950 | company Queen City Loads | phone 555-010-0131`,
  `Lane: Salem, OR 97301 -> Fresno, CA 93725
Ready: 11/23
Due: 11/25
Product: Lumber
Flatbed, 48ft, 48,000 lbs
Target: $1,900 (negotiable)
Contact: Ben, 555-010-0101, ben@willametteload.example
=> origin Salem, OR 97301 | dest Fresno, CA 93725 | pickup 2026-11-23 | delivery 2026-11-25 | commodity Lumber
| equipment Flatbed | lengthFeet 48 | weightPounds 48000 | rate $1,900 | phone 555-010-0101
| email ben@willametteload.example`,
  `Bonjour,

Chargement à Drummondville, QC pour livraison à Scranton, PA.
Ramassage lundi le 23 novembre, livraison le 24 novembre.
Dry box 53', 38 000 lb, carton.
2 100 $ US

Merci,
Transport des Érables inc.
514-555-0177
=> origin Drummondville, QC | dest Scranton, PA | pickup 2026-11-23 | delivery 2026-11-24 | equipment Van
| lengthFeet 53 | weightPounds 38000 | commodity carton | rate $2,100 | company Transport des Érables inc.
| phone 514-555-0177`,
  `Hi there - load for Monday

Québec, QC G1P 4S6 to Portland, ME 04103
Reefer, 18 000 kg, +2 C
$2,350 USD
MC 771503 Logistique Cap-Diamant
=> pickup 2026-11-23 | origin Québec, QC G1P 4S6 | dest Portland, ME 04103 | equipment Reefer | weightPounds 39683
| temperature 36 °F | rate $2,350 | mc 771503 | company Logistique Cap-Diamant`,
  `Equipment needed: Conestoga
Pick: 11/24 any time, Huntsville, AL
Drop: 11/25 8-3, Greensboro, NC
Weight 22k, machinery, no tarp
Rate 1500
=> equipment Conestoga | pickup 2026-11-24 | origin Huntsville, AL | delivery 2026-11-25 08:00
| deliveryUntil 2026-11-25 15:00 | dest Greensboro, NC | weightPounds 22000 | commodity machinery | rate $1,500`,
  `Rate: $3,150 all-in. Lane: Hidalgo, TX to Detroit, MI. 1,640 miles. Pick up Sunday 11/22 at 9:00 AM. Deliver Wednesday 11/25 at 10:00 AM. Reefer at 55F, tomatoes, 40,000 lbs. Rio Sur Produce Logistics, MC#661920, loads@riosur.example
=> rate $3,150 | origin Hidalgo, TX | dest Detroit, MI | tripMiles 1640 | pickup 2026-11-22 09:00
| delivery 2026-11-25 10:00 | equipment Reefer | temperature 55 °F | commodity tomatoes | weightPounds 40000
| company Rio Sur Produce Logistics | mc 661920 | email loads@riosur.example`,
  `Step deck load
Pickup location: Butte, Montana 59701
Pickup date: 24 Nov 2026
Drop location: Sioux Falls, South Dakota 57104
Drop date: 26 Nov 2026
Length: 40'
Weight: 18 tons
Paying: $2,950
=> equipment Step deck | origin Butte, MT 59701 | pickup 2026-11-24 | dest Sioux Falls, SD 57104 | delivery 2026-11-26
| lengthFeet 40 | weightPounds 36000 | rate $2,950`,
  `Please see attached. Load 40018 Rocky Mount, NC to Trenton, NJ is open again, same money as last week $1,300. Picks 11/23 19:00 FCFS until midnight. Del 11/24 0900.
=> reference 40018 | origin Rocky Mount, NC | dest Trenton, NJ | rate $1,300 | pickup 2026-11-23 19:00
| delivery 2026-11-24 09:00`,
]

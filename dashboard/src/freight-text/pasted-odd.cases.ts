/** Texts that are no load, are hostile, or have an unusual form, with invented content. */
export const pastedOdd: string[] = [
  '\n=> ',
  '   \n\n\t  \n=> ',
  '🚛📦🔥💰➡️📍\n=> ',
  `INVOICE 20113
Bill to: Redbud Carriers
Invoice date: 11/18/2026
Due date: 12/18/2026
Factoring fee 3%: $72.00
Amount due: $2,328.00
Remit to: PO Box 4410, Columbus, OH 43085
=> notes no-load`,
  `Your verification code is 482113. It expires in 10 minutes.
=> notes no-load`,
  `Thanks, talk tomorrow!
=> notes no-load`,
  `Please send us your W-9, certificate of insurance and MC authority. $1,000,000 liability and $100,000 cargo required.
=> notes no-load`,
  `<div><b>Origin:</b> Joliet, IL</div><div><b>Destination:</b> Dallas, TX</div><table><tr><td>Rate</td><td>$2,315</td></tr><tr><td>Weight</td><td>44,000&nbsp;lbs</td></tr></table>
=> origin Joliet, IL | dest Dallas, TX | rate $2,315 | weightPounds 44000`,
  `<script>alert(1)</script>Pickup: Waco, TX
Delivery: <img src=x onerror=alert(1)>Tyler, TX
=> origin Waco, TX | dest Tyler, TX`,
  `حمولة: Detroit, MI → Dallas, TX غدا 44,000 lbs $3,200
=> origin Detroit, MI | dest Dallas, TX | weightPounds 44000 | rate $3,200`,
  `\u202eOrigin: Mesa, AZ\u202c
Destination: El Centro, CA
Rate: $900
=> origin Mesa, AZ | dest El Centro, CA | rate $900`,
  `Origin:\u00a0Ames,\u00a0IA
Destination:\u00a0Peoria,\u00a0IL
Weight:\u00a044,000\u00a0lbs
=> origin Ames, IA | dest Peoria, IL | weightPounds 44000`,
  `Origin: Joliet, IL\r
Destination: Dallas, TX\r
Pickup: 11/21\r
Rate: $2,315\r
=> origin Joliet, IL | dest Dallas, TX | pickup 2026-11-21 | rate $2,315`,
  `Ｏrigin: Tampa, FL
Destination: Ocala, FL
Weight: 999999999 lbs
Length: 4000 ft
Rate: $99,999,999
Miles: 99999
=> origin Tampa, FL | dest Ocala, FL`,
  `ORIGIN: DALLAS TX DEST: HOUSTON TX RATE: CALL FOR RATE WT: TBD DATE: TBD
=> origin Dallas, TX | dest Houston, TX`,
  `Rate: $0
Weight: 0
Miles: 0
Origin: Lodi, CA
Dest: Chico, CA
=> tripMiles 0 | origin Lodi, CA | dest Chico, CA`,
  `Pickup: 02/30/2026
Origin: Provo, UT
Destination: Boise, ID
=> origin Provo, UT | dest Boise, ID`,
  `Origin: Springfield
Destination: Miami
Rate: $2,000
=> origin Springfield, ? | dest Miami, FL | rate $2,000`,
  `Origin: St. Louis, MO
Destination: Saint Paul, MN
Pickup: yesterday
Equipment: Unicorn trailer
=> origin St. Louis, MO | dest Saint Paul, MN`,
  `Truck available: 53' reefer empty in Elgin, IL tomorrow, looking for loads to Texas. MC 123456
=> notes no-load`,
  `Winston-Salem, NC to Coeur d'Alene, ID. Truth or Consequences, NM is not on the way. Reefer. 11/24
=> origin Winston-Salem, NC | dest Coeur d'Alene, ID | equipment Reefer | pickup 2026-11-24`,
  `https://loads.example/l/9911?origin=Joliet,IL&dest=Dallas,TX
=> notes no-load`,
  `Q: What is the rate?
A: $1,900
Q: Where?
A: Modesto, CA to Medford, OR
Q: When?
A: Monday
=> rate $1,900 | origin Modesto, CA | dest Medford, OR | pickup 2026-11-23`,
  `Load from Perth, ON to Paris, TX on 1/4. Weight 21 t.
=> origin Perth, ON | dest Paris, TX | pickup 2027-01-04 | weightPounds 46297`,
]

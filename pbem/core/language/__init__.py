"""What lines of orders are made of: names, fields, forms, decisions, menus, conditions."""
